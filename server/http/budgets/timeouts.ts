/** Milliseconds that the server waits for clients. */
export const timeouts = {
  /** For the head of a request. */
  head: 5_000,
  /** For the next byte of a body: a handheld may lose its Wi-Fi for a while. */
  bodyPause: 10_000,
  /** For a whole request: a client that sends a byte at a time can't hold its connection longer. */
  request: 300_000,
  /** For a client to read something of its response. Event streams ping more often. */
  readPause: 30_000,
} as const;
