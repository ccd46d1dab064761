// Measures structs on linked lists: passing by value, field updates, list sorting and free-list allocation.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct vec { double x, y, z; };
struct body { struct body *next; struct vec at, speed; float mass; uint16_t id; uint8_t hits; };

static struct body *spare;
static unsigned made;

static struct vec add(struct vec a, struct vec b) { return (struct vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static struct vec scale(struct vec a, double k) { return (struct vec){a.x * k, a.y * k, a.z * k}; }
static double dot(struct vec a, struct vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static struct body *acquire(void) {
    struct body *b = spare;
    if (b) spare = b->next;
    else if (!(b = malloc(sizeof *b))) exit(1);
    made++;
    *b = (struct body){.id = (uint16_t)made, .mass = 1.0f + (float)(made % 7)};
    b->at = (struct vec){made % 101, made % 53, made % 29};
    b->speed = (struct vec){1.0 - made % 3, 0.5 * (made % 5), -0.25 * (made % 4)};
    return b;
}

static struct body *step(struct body *list) {
    for (struct body *b = list; b; b = b->next) {
        b->at = add(b->at, scale(b->speed, 0.125));
        if (dot(b->at, b->at) > 12000) {
            b->speed = scale(b->speed, -0.875);
            b->hits++;
        }
    }
    return list;
}

static struct body *sort(struct body *list) {
    if (!list || !list->next) return list;
    struct body *slow = list, *fast = list->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct body *b = slow->next, *a, *head = NULL, **tail = &head;
    slow->next = NULL;
    a = sort(list);
    b = sort(b);
    while (a && b) {
        struct body **from = b->at.x < a->at.x ? &b : &a;
        *tail = *from;
        tail = &(*tail)->next;
        *from = *tail;
    }
    *tail = a ? a : b;
    return head;
}

static struct body *retire(struct body *list, uint8_t limit) {
    for (struct body **link = &list; *link;) {
        struct body *b = *link;
        if (b->hits <= limit) {
            link = &b->next;
            continue;
        }
        *link = b->next;
        b->next = spare;
        spare = b;
    }
    return list;
}

int main(void) {
    struct body *list = NULL;
    for (int round = 0; round < 420; round++) {
        for (int i = 0; i < 25; i++) {
            struct body *b = acquire();
            b->next = list;
            list = b;
        }
        for (int k = 0; k < 5; k++) list = step(list);
        if (round % 2 == 0) list = sort(list);
        list = retire(list, 3);
    }
    double energy = 0;
    unsigned count = 0, h = 0;
    for (struct body *b = list; b; b = b->next) {
        energy += b->mass * dot(b->speed, b->speed);
        h = h * 31 + b->id;
        count++;
    }
    printf("%u %u %08x %.6f\n", made, count, h, energy);
    return 0;
}
