/** Colours of a picture, row by row, four bytes a pixel: red, green, blue (sRGB) and alpha (not premultiplied). */
export interface RgbaPicture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}
