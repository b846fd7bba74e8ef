export const schemaPath = '/api/esl/layouts/schema.json';

/** An example of a layout with `data`: an offer, with its previous price struck through. */
export const exampleLayout = {
  $schema: schemaPath,
  title: 'Offer',
  description: 'Name and price, with the previous price struck through.',
  data: {
    previous_price: { type: 'price', required: true, description: 'The price before the offer', example: '4.20' },
  },
  root: {
    type: 'box',
    direction: 'column',
    padding: '2mm',
    gap: '1mm',
    children: [
      {
        type: 'text',
        text: '{product_name}',
        size: { preferred: '15%', floor: '2.5mm' },
        weight: 'bold',
        lines: 2,
        height: '34%',
      },
      {
        type: 'box',
        direction: 'row',
        grow: 1,
        gap: '2mm',
        children: [
          { type: 'price', field: 'data.previous_price', width: '30%', largest: '22%', strike: 'accent' },
          { type: 'price', grow: 1, align: 'end', ink: 'accent' },
        ],
      },
      { type: 'text', text: 'per {unit}', size: { preferred: '10%', floor: '2.5mm' }, align: 'end' },
    ],
  },
} as const;
