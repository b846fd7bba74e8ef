/** The layout has too little room for something that is never cut: all of a price or of a quantity. */
export class NoRoom extends Error {
  /** The place of the node in the layout's document, as a JSON Pointer that begins with "#". */
  pointer?: string;
}
