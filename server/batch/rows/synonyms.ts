/** Common column names by field, in lower case without blanks, hyphens and underscores. */
const words: Readonly<Record<string, string>> = {
  product_name:
    'name title description item itemname product productname productdescription artikel artikelname artikelbezeichnung artikelbeschreibung bezeichnung produkt produktname article designation désignation libellé libelle produit nom nomduproduit denominación descripción nombre producto descrizione prodotto nome naam omschrijving nazwa',
  price:
    'prices unitprice sellingprice saleprice retailprice salesprice preis verkaufspreis vk vkpreis bruttopreis endpreis prix prixdevente prixttc prixunitaire precio pvp prezzo prijs cena',
  unit: 'units quantity size content contents packsize uom einheit inhalt menge gebinde mengeneinheit verkaufseinheit unité unite contenance quantité quantite conditionnement unidad unità formato eenheid inhoud jednostka',
  sku: 'ean eannummer eancode ean13 gtin upc barcode strichcode articlenumber articleno itemnumber itemno productcode productid artikelnummer artikelnr artnr artikelnr. art.nr. code codebarre codebarres codeean référence reference ref código codigo codice artikelcode',
  currency: 'währung waehrung devise moneda valuta waluta currencycode',
  locale: 'language sprache langue idioma lingua taal',
  date: 'datum day fecha data gültigab validfrom',
  device: 'panel display tag etikett étiquette etiqueta',
  layout: 'template vorlage modèle plantilla',
  time_zone: 'timezone zeitzone tz',
};

const fields = new Map(
  Object.entries(words).flatMap(([field, names]) => names.split(' ').map((name) => [name, field])),
);

/** Guesses a column's field by common names in some languages. The user confirms it. */
export function fieldGuessed(name: string): string | undefined {
  return fields.get(
    name
      .normalize('NFC')
      .toLowerCase()
      .replace(/[\s_-]+/g, ''),
  );
}
