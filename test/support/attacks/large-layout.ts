/** A layout document of about 220 KB, near the limit. */
export const largeLayout = {
  title: 'Large',
  description: 'For a test.',
  root: {
    type: 'box',
    children: Array.from({ length: 8 }, () => ({
      type: 'box',
      children: Array.from({ length: 60 }, () => ({
        ...{ type: 'text', text: 'y'.repeat(400), size: { preferred: 16, floor: 12 } },
      })),
    })),
  },
};
