// Where the pieces of the tree of paths are. Across: the share of paths. Down: symbolic decisions.
//
// A path is one leaf. Its column is as wide as everything that leaves it below, and gets narrower
// where others leave it: the column between two such places is a segment, and the last one, which no
// other path shares, is its tail. There is no recursion, since a loop makes a tree thousands deep.

/** `shown` says of each kind of end whether its paths get a place; `weights` how many paths a node stands for. */
function layoutTree(tree, weights, shown) {
  const count = tree.parent.length;
  const own = (node) => (!shown[tree.end[node]] ? 0 : weights.length ? weights[node] : 1);
  const width = new Float64Array(count), left = new Float64Array(count);
  for (let node = count - 1; node >= 0; node--) {
    width[node] += own(node);
    if (tree.parent[node] !== node) width[tree.parent[node]] += width[node];
  }
  const { first, next } = childLists(tree);
  const segments = { node: [], top: [], bottom: [], left: [], right: [], tail: [], decision: [], first: new Int32Array(count), tailOf: new Int32Array(count) };
  let total = 0;
  for (let node = 0; node < count; node++) {
    if (tree.parent[node] === node) {
      left[node] = total;
      total += width[node];
    }
    placeNode(tree, node, own(node), left, width, first, next, segments);
  }
  return { ...segments, count, width: total, leaf: left, depth: segments.bottom.reduce((a, b) => Math.max(a, b), 1), own };
}

/** The children of each node, those that leave last first. */
function childLists(tree) {
  const count = tree.parent.length;
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort((a, b) => tree.depth[a] - tree.depth[b] || b - a);
  const first = new Int32Array(count).fill(-1), next = new Int32Array(count).fill(-1);
  for (const node of order) {
    const parent = tree.parent[node];
    if (parent === node) continue;
    next[node] = first[parent];
    first[parent] = node;
  }
  return { first, next };
}

/** Puts the children of a node beside each other, and makes its segments. */
function placeNode(tree, node, own, left, width, first, next, out) {
  const children = [];
  let x = left[node] + own;
  for (let child = first[node]; child >= 0; child = next[child]) {
    left[child] = x;
    x += width[child];
    children.push(child);
  }
  out.first[node] = out.node.length;
  let top = tree.depth[node];
  const add = (bottom, right, tail, decision) => {
    // Nothing of it is shown.
    if (right <= left[node]) return;
    out.node.push(node);
    out.top.push(top);
    out.bottom.push(bottom);
    out.left.push(left[node]);
    out.right.push(right);
    out.tail.push(tail);
    out.decision.push(decision);
    top = bottom;
  };
  for (let i = children.length - 1; i >= 0; i--) {
    const child = children[i];
    if (tree.depth[child] > top && width[child] > 0) add(tree.depth[child], left[child] + width[child], 0, child);
  }
  out.tailOf[node] = out.node.length;
  add(Math.max(tree.end_depth[node], top + 1), left[node] + own, 1, -1);
}

/** The segment at a point of the tree, or -1. Tails end early, so there may be none. */
function segmentAt(layout, x, y, slackX, slackY) {
  let best = -1;
  for (let i = 0; i < layout.node.length; i++) {
    if (x < layout.left[i] - slackX || x >= layout.right[i] + slackX || y < layout.top[i] || y >= Math.max(layout.bottom[i], layout.top[i] + slackY)) continue;
    // A narrow tail is easier to miss than what is around it.
    if (best < 0 || (x >= layout.left[i] && x < layout.right[i])) best = i;
  }
  return best;
}

/** How the paths between two sides of a column ended: weights by the index of the end. */
function endsBetween(tree, layout, from, to) {
  const counts = new Float64Array(tree.ends.length);
  for (let node = 0; node < layout.count; node++) {
    if (layout.leaf[node] >= from && layout.leaf[node] < to) counts[tree.end[node]] += layout.own(node);
  }
  return counts;
}
