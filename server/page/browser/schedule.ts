/** A function that runs once after a delay. */
export class Schedule {
  readonly #act: () => unknown;
  #timer = 0;

  constructor(act: () => unknown) {
    this.#act = act;
  }

  /** Does nothing if a run is due already. */
  start(ms: number): void {
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      this.#act();
    }, ms);
  }

  restart(ms: number): void {
    this.cancel();
    this.start(ms);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }
}
