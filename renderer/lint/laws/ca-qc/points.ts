/** The height of digits and capitals to the size of a font. */
const capitalsToFont = 0.7;

/** The height in mm of the digits of a type of `points`, each 1/72 in. */
export function inDigits(points: number): number {
  return Math.round((points / 72) * 25.4 * capitalsToFont * 10) / 10;
}
