/** A virtual list: only the items near the window are in the document. */
import { create } from './dom.js';

interface ListItems {
  readonly count: number;
  /** Called again when the item comes back into sight. */
  make(i: number): HTMLElement;
}

export class List {
  readonly #fit: (made: readonly HTMLElement[]) => void;
  readonly #above = create('div', '');
  readonly #below = create('div', '');
  #items: ListItems = { count: 0, make: () => create('div', '') };
  /** Heights in CSS pixels, and whether they were measured. */
  #heights = new Float64Array();
  #known = new Uint8Array();
  /** The assumed height of other items: that of the first measured one; before, a guess. */
  #typical = 400;
  #isGuess = true;
  readonly #shown = new Map<number, HTMLElement>();

  /** @param fit receives elements that are in the document, before they are measured */
  constructor(root: HTMLElement, fit: (made: readonly HTMLElement[]) => void) {
    this.#fit = fit;
    root.replaceChildren(this.#above, this.#below);
    addEventListener('scroll', () => {
      this.#update();
    });
  }

  show(items: ListItems): void {
    this.#items = items;
    for (const made of this.#shown.values()) made.remove();
    this.#shown.clear();
    this.#forget();
    this.#update();
  }

  /** Measures again after sizes changed. The top of the window stays. */
  resize(): void {
    const anchor = this.#anchor();
    this.#forget();
    this.#fit([...this.#shown.values()]);
    this.#update(anchor);
  }

  reveal(i: number): HTMLElement | undefined {
    if (!this.#shown.has(i)) {
      const top = this.#above.getBoundingClientRect().top + this.#sum(0, i);
      scrollBy({ top: top - innerHeight / 4, behavior: 'instant' });
      this.#update(null);
    }
    const found = this.#shown.get(i);
    found?.scrollIntoView({ block: 'start', behavior: 'instant' });
    this.#update();
    return found;
  }

  #forget(): void {
    const { count } = this.#items;
    this.#isGuess = true;
    this.#heights = new Float64Array(count).fill(this.#typical);
    this.#known = new Uint8Array(count);
  }

  /** Mounts the items within a window's height of the window, and measures them. */
  #update(anchor = this.#anchor()): void {
    const { count } = this.#items;
    const start = -this.#above.getBoundingClientRect().top - innerHeight;
    const end = start + 3 * innerHeight;
    let [first, top] = [0, 0];
    while (first < count - 1 && top + this.#heights[first]! < start) top += this.#heights[first++]!;
    let [last, bottom] = [first, top];
    while (last < count && bottom < end) bottom += this.#heights[last++]!;
    for (const [i, made] of this.#shown)
      if (i < first || i >= last) {
        made.remove();
        this.#shown.delete(i);
      }
    const added: [number, HTMLElement][] = [];
    let before: Element = this.#above;
    for (let i = first; i < last; i++) {
      let made = this.#shown.get(i);
      if (!made) {
        made = this.#items.make(i);
        before.after(made);
        added.push([i, made]);
        this.#shown.set(i, made);
      }
      before = made;
    }
    this.#fit(added.map(([, made]) => made));
    for (const [i, made] of this.#shown) this.#measure(i, made);
    this.#above.style.height = `${this.#sum(0, first)}px`;
    this.#below.style.height = `${this.#sum(last, count)}px`;
    if (anchor?.made.isConnected) {
      const moved = anchor.made.getBoundingClientRect().top - anchor.top;
      if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: 'instant' });
    }
  }

  #measure(i: number, made: HTMLElement): void {
    if (this.#known[i]) return;
    const { height } = made.getBoundingClientRect();
    if (this.#isGuess) {
      this.#isGuess = false;
      this.#typical = height;
      this.#heights.fill(height);
    }
    this.#heights[i] = height;
    this.#known[i] = 1;
  }

  #sum(from: number, to: number): number {
    let sum = 0;
    for (let i = from; i < to; i++) sum += this.#heights[i]!;
    return sum;
  }

  /** The first visible item and its top. */
  #anchor(): { readonly made: HTMLElement; readonly top: number } | null {
    const [first] = [...this.#shown]
      .sort(([a], [b]) => a - b)
      .filter(([, made]) => made.getBoundingClientRect().bottom > 0);
    return first ? { made: first[1], top: first[1].getBoundingClientRect().top } : null;
  }
}
