/** Arabic letters that join neither neighbour: hamza and high hamza. */
const alone = /[\u0621\u0674]/;
/** Arabic letters that join only the one before: alef, dal, reh, waw and their kin (Joining_Type R of Unicode 16). */
const joinsOnlyBefore =
  /[\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef\u0759-\u075b\u076b\u076c\u0771\u0773\u0774\u0778\u0779]/;
const letter = /^[\u0620-\u064a\u066e-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06ff\u0750-\u077f]/;

/** Whether the last Arabic letter of `before` joins the first of `after` when the text is not cut between them. */
export function joinsAcross(before: string, after: string): boolean {
  const last = before.replace(/\p{Mn}+$/u, '').slice(-1);
  return (
    letter.test(last) &&
    letter.test(after) &&
    !alone.test(last) &&
    !joinsOnlyBefore.test(last) &&
    !alone.test(after[0]!)
  );
}
