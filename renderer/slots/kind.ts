import type { Device } from '../../devices/index.js';
import type { Node } from '../layout/document.js';
import type { Meter } from '../limits.js';
import type { Pictures } from '../pictures/decode.js';
import type { Ruler } from '../text/ruler.js';
import type { Arranger } from './arranged.js';
import type { ArrangeFilled } from './filled.js';
import type { Area, Covered, Flex, Ground, NeededHeight, Surroundings } from './room.js';
import type { PlacedNode, Slot } from './slot.js';

/** What arranging needs, and caches that all labels share. */
export interface ArrangingTools {
  readonly ruler: Ruler;
  readonly meter: Meter;
  readonly pictures: Pictures;
  readonly filled: ArrangeFilled;
}

/** How nodes of a kind are measured and drawn. */
export interface NodeDrawing<Of = Node> {
  /**
   * The height that a node needs if it has none. Absent: none.
   * @param fills whether it takes part of the room that is left over
   */
  room?(node: Of, fills: boolean, around: Surroundings): NeededHeight;
  /** Lays out its children in its area. Absent: flexbox lays them out, or there are none. */
  lay?(node: Of, area: Area, under: Ground, flex: Flex, around: Surroundings): readonly PlacedNode[];
  /** The part of a place that its fill covers completely. Absent: none. */
  covers?(node: Of, place: PlacedNode, around: Surroundings): Covered | undefined;
  /** Returns what arranges a node in its slot. */
  arranging(tools: ArrangingTools): (node: Of, slot: Slot, device: Device) => Arranger;
}
