/** A layout document of some 220 KB, near the most that a document may have. */
export const largeLayout = {
  title: 'Large',
  description: 'For a test.',
  root: {
    type: 'box',
    children: Array.from({ length: 8 }, () => ({
      type: 'box',
      children: Array.from({ length: 60 }, () => ({
        type: 'text',
        text: 'y'.repeat(400),
        size: { preferred: 16, floor: 12 },
      })),
    })),
  },
};
