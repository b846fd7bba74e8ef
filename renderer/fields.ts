import { limits } from './limits.js';
import { pricePattern } from './amounts/amount.js';

/**
 * The fields of a label, in the order of the options: those of an update, those of a binding, and the date.
 * - `schema`: JSON Schema 2020-12; the date's is that of a preview
 * - `text`: `shown` is cleaned up, as people read it; a `name` stays as it is, as a character too many makes another name
 * - `latin`: never written in the script of the locale
 * - `option`: flags and description; `absent`: its default, in words
 * - `columns`: common names of its column, in lower case without blanks, hyphens and underscores
 */
export const fields = {
  device: {
    of: 'binding',
    schema: { type: 'string', description: 'The id of a panel profile.', examples: ['solum-m2-2.9-bwr'] },
    text: 'name',
    option: ['-d, --device <id>', 'the panel, one of `esl-sim devices`'],
    columns: 'panel display tag etikett étiquette etiqueta',
  },
  layout: {
    of: 'binding',
    schema: { type: 'string', description: 'The id of a layout.', examples: ['standard'] },
    text: 'name',
    option: [
      '-l, --layout <id|file>',
      'one of `esl-sim layouts`, or a JSON file, whose path has a slash or ends in .json',
    ],
    absent: 'standard',
    columns: 'template vorlage modèle plantilla',
  },
  product_name: {
    of: 'update',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: limits.product_name,
      description: 'The name of the product, in any script.',
      examples: ['Organic whole milk'],
    },
    text: 'shown',
    option: ['--name <text>', 'the name: the product’s, 1 to 200 characters'],
    columns:
      'name title description item itemname product productname productdescription artikel artikelname artikelbezeichnung artikelbeschreibung bezeichnung produkt produktname article designation désignation libellé libelle produit nom nomduproduit denominación descripción nombre producto descrizione prodotto nome naam omschrijving nazwa',
  },
  price: {
    of: 'update',
    schema: {
      type: 'string',
      pattern: pricePattern,
      description:
        'Digits, a dot and two digits, as a JSON string: at most 9999999.99. In a currency with three decimals also three; in one without, `.00`, and at most 9999999999.00.',
      examples: ['3.50'],
    },
    latin: true,
    option: ['--price <price>', 'the price: digits, a dot and two digits, such as 3.50'],
    columns:
      'prices regularprice listprice variantprice unitprice sellingprice saleprice retailprice salesprice preis verkaufspreis vk vkpreis bruttopreis endpreis prix prixdevente prixttc prixunitaire precio pvp prezzo prijs cena cenapromocyjna specialprice offerprice promoprice promotionprice promotionalprice aktionspreis angebotspreis prixpromo prixpromotionnel precioespecial preciooferta preciodeoferta prezzoofferta',
  },
  unit: {
    of: 'update',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: limits.unit,
      description: 'What the price is for; drawn as "per <unit>".',
      examples: ['1 L'],
    },
    text: 'shown',
    option: ['--unit <text>', 'the quantity that the price is for, 1 to 32 characters'],
    columns:
      'unitofmeasure unitofmeasurement unitandprecision unitpricingmeasure priceunit salesunit sellingunit me units quantity size content contents packsize uom einheit inhalt menge gebinde mengeneinheit verkaufseinheit unité unite contenance quantité quantite conditionnement unidad unità formato eenheid inhoud jednostka',
  },
  sku: {
    of: 'binding',
    schema: {
      type: 'string',
      maxLength: limits.sku,
      description: 'The article number that staff read. Empty when there is none.',
      examples: ['4006381333931'],
    },
    text: 'shown',
    latin: true,
    option: ['--sku <text>', 'the article number, at most 64 characters'],
    columns:
      'variantsku variantbarcode internalreference ean eannummer eancode ean13 gtin upc barcode strichcode articlenumber articleno itemnumber itemno productcode productid artikelnummer artikelnr artnr artikelnr. art.nr. code codebarre codebarres codeean référence reference ref código codigo codice artikelcode',
  },
  date: {
    of: 'preview',
    schema: {
      type: 'string',
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description: 'The date to draw. Default: today in the time zone.',
      examples: ['2026-11-20'],
    },
    latin: true,
    option: ['--date <day>', 'the date on the label, YYYY-MM-DD'],
    absent: 'today in the time zone',
    columns: 'datum day fecha data',
  },
  locale: {
    of: 'binding',
    schema: { type: 'string', description: 'How prices are written (BCP 47).', examples: ['en-US'] },
    text: 'name',
    option: ['--locale <locale>', 'the locale of the price, BCP 47'],
    absent: 'en-US',
    columns: 'language sprache langue idioma lingua taal',
  },
  currency: {
    of: 'binding',
    schema: { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.', examples: ['USD'] },
    text: 'name',
    latin: true,
    option: ['--currency <code>', 'the currency of the prices, ISO 4217'],
    absent: 'USD',
    columns: 'währung waehrung devise moneda valuta waluta currencycode pricecurrency',
  },
  time_zone: {
    of: 'binding',
    schema: {
      type: 'string',
      description: 'The IANA time zone in which the date of an update is drawn.',
      examples: ['Europe/Dublin'],
    },
    text: 'name',
    option: ['--time-zone <zone>', 'the time zone of the date, an IANA name'],
    absent: 'UTC',
    columns: 'timezone zeitzone tz',
  },
} as const satisfies Readonly<Record<string, Field>>;

interface Field {
  readonly of: 'update' | 'binding' | 'preview';
  readonly schema: { readonly type: 'string'; readonly maxLength?: number; readonly [keyword: string]: unknown };
  readonly text?: 'shown' | 'name';
  readonly latin?: true;
  readonly option: readonly [flags: string, description: string];
  readonly absent?: string;
  readonly columns: string;
}

export type FieldName = keyof typeof fields;

/** The fields with their names, in the order of the table. */
export const fieldEntries = Object.entries(fields) as readonly (readonly [FieldName, Field])[];

type FieldsOf<Of extends Field['of']> = {
  readonly [
    Name in FieldName as (typeof fields)[Name]['of'] extends Of ? Name : never
  ]: (typeof fields)[Name]['schema'];
};

/** The schemas of the fields of an update or of a binding. */
export function schemasOf<const Of extends Field['of']>(of: Of): FieldsOf<Of> {
  const own = fieldEntries.filter(([, field]) => field.of === of).map(([name, { schema }]) => [name, schema]);
  return Object.fromEntries(own) as FieldsOf<Of>;
}
