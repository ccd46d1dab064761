/* Nothing here uses busybox's common buffer. */
