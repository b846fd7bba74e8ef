/**
 * German for the English sentences of the server in the studio: the schema of layouts, the shipped layouts, and the
 * data that these ask for. Other sentences stay English.
 */
export const deSentences: Readonly<Record<string, string>> = {
  // The schema of layouts.
  'Which fields of a shelf label go where.': 'Wo auf einem Regaletikett was steht.',
  'The name by which people choose it.': 'Der Name, unter dem man es wählt.',
  'What it shows, and for whom.': 'Was es zeigt, und für wen.',
  'each: a label gives its texts the lines that they need, and its price the rest. same: all labels have equal boxes, with room for all lines. Absent: each.':
    'each: Ein Etikett gibt seinen Texten die Zeilen, die sie brauchen, und seinem Preis den Rest. same: Alle Etiketten haben gleiche Kästen, mit Platz für alle Zeilen. Fehlt es: each.',
  'What a label concedes, in this order, so that its texts fit: sizes down to the floor, what is optional, the width of letters, whole words, and room of the price for more lines. Absent: all, in the order shown.':
    'Was ein Etikett in dieser Reihenfolge aufgibt, damit seine Texte ganz bleiben: Größe bis zur kleinsten, Entbehrliches, die Breite der Schrift, ganze Wörter, und Platz des Preises für mehr Zeilen. Fehlt es: alles, in der gezeigten Reihenfolge.',
  'The address before a GS1 Digital Link; absent: https://id.gs1.org.':
    'Die Adresse vor einem GS1 Digital Link; fehlt sie: https://id.gs1.org.',
  'Data URIs of PNGs or JPEGs, by the names that fields may have. A layout file may also name files beside it.':
    'Data-URIs von PNGs oder JPEGs, unter Namen, wie sie Felder haben dürfen. Eine Layoutdatei kann auch Dateien neben sich nennen.',
  'The fields of the binding’s data that the layout draws.': 'Die Datenfelder der Bindung, die das Layout zeichnet.',
  'price: in the form of an update’s price, "3.50". quantity: a text that is never cut. date: a day, YYYY-MM-DD. list: rows of texts, for repeat.':
    'price: in der Form, die ein Preis im Update hat, "3.50". quantity: ein Text, der nie abgeschnitten wird. date: ein Tag, JJJJ-MM-TT. list: Zeilen von Texten, für repeat.',
  'Of a list: the texts of a row by name, and what each is. Each is required in each row.':
    'Bei einer Liste: die Texte einer Zeile mit Namen, und was jeder ist. Jede Zeile braucht jeden.',
  'A label can’t be bound without it.': 'Ohne das lässt sich ein Etikett nicht einstellen.',
  'A value that it may have; for a list, its rows.': 'Ein Wert, den es haben kann; bei einer Liste ihre Zeilen.',
  'The only values that it may have.': 'Die einzigen Werte, die es haben darf.',
  'Phrases that texts name, such as {phrase.origin}. They win over the shipped ones.':
    'Wendungen, die Texte nennen, wie {phrase.origin}. Sie gelten vor den mitgebrachten.',
  'A text with fields in braces for each language, at least English.':
    'Ein Text mit Feldern in geschweiften Klammern für jede Sprache, mindestens Englisch.',
  'Nodes for use in several places, where a node of the type part names them.':
    'Was an mehreren Stellen steht, wo ein Knoten der Art part es nennt.',
  'The first variant that is for the panel is drawn instead of root.':
    'Die erste Variante, die für das Display ist, wird statt root gezeichnet.',
  'The panel is within all these limits; aspect is width over height, sizes are in px.':
    'Das Display hält alle diese Grenzen ein; aspect ist Breite durch Höhe, Größen sind in px.',
  'Nodes in a row or a column, in the terms of flexbox. A box may be filled and outlined.':
    'Knoten in einer Zeile oder Spalte, in den Worten von Flexbox. Ein Kasten kann gefüllt und umrandet sein.',
  'Absent: column. In a right-to-left locale, a row runs from right to left.':
    'Fehlt es: Spalte. In Sprachen, die von rechts nach links geschrieben werden, läuft eine Zeile so.',
  'The space between children; a share is of the panel’s height.':
    'Der Abstand zwischen dem, was darin steht; ein Anteil gilt von der Höhe des Displays.',
  'Where the children go along the direction; absent: start.':
    'Wohin längs der Richtung rückt, was darin steht; fehlt es: an den Anfang.',
  'The space around the children; a share is of the panel’s height.':
    'Der Rand um das, was darin steht; ein Anteil gilt von der Höhe des Displays.',
  'Where the children go across the direction; absent: stretch.':
    'Wohin quer zur Richtung rückt, was darin steht; fehlt es: es füllt.',
  'The ink that fills the box. Text in it is drawn in an ink that is readable on it.':
    'Die Farbe, die den Kasten füllt. Text darin hat eine Farbe, die darauf lesbar ist.',
  'The ink of a line around the box.': 'Die Farbe einer Linie um den Kasten.',
  'The thickness of the outline; absent: 1 px.': 'Die Stärke des Randes; fehlt sie: 1 px.',
  'The radius of the corners.': 'Der Radius der Ecken.',
  'Drawn only when this condition holds, such as a field that is not empty.':
    'Wird nur gezeichnet, wenn diese Bedingung gilt, etwa dass ein Feld nicht leer ist.',
  'Width; a share is of the parent. content: as wide as the text, or as what is in the box. Absent: the parent decides.':
    'Breite; ein Anteil gilt von dem, was darum ist. content: so breit wie der Text, oder was im Kasten ist. Fehlt sie: Was darum ist, entscheidet.',
  'Height; a share is of the parent. Absent: the parent decides.':
    'Höhe; ein Anteil gilt von dem, was darum ist. Fehlt sie: Was darum ist, entscheidet.',
  'The share of the space left over, as in flexbox.': 'Der Anteil am Platz, der übrig ist, wie in Flexbox.',
  'Hidden where the label has too little room, nodes with 1 first, then those with 2. Absent: never hidden.':
    'Weicht, wo das Etikett zu wenig Platz hat, zuerst was 1 hat, dann was 2 hat. Fehlt es: weicht nie.',
  'Degrees clockwise to turn the node and everything in it.':
    'Um so viel Grad wird es im Uhrzeigersinn gedreht, mit allem darin.',
  'Nodes that lie over each other, later ones above. Each has the whole stack, unless it has a width or a height.':
    'Knoten, die übereinander liegen, spätere oben. Jeder hat den ganzen Stapel, wenn er keine Breite oder Höhe hat.',
  'Where a child with its own width goes; absent: start.':
    'Wohin rückt, was eine eigene Breite hat; fehlt es: an den Anfang.',
  'Where a child with its own height goes; absent: start, the top.':
    'Wohin rückt, was eine eigene Höhe hat; fehlt es: nach oben.',
  'A box whose children are drawn once for each row of a list in data. They name the row’s texts: {row.name}; {row} is its number.':
    'Ein Kasten, dessen Inhalt für jede Zeile einer Liste einmal gezeichnet wird. Er nennt die Texte der Zeile: {row.name}; {row} ist ihre Nummer.',
  'The field that is a list.': 'Das Datenfeld, das eine Liste ist.',
  'The maximum of drawn rows; absent: 8. For each further row there is a warning FIELD_HIDDEN.':
    'So viele Zeilen werden höchstens gezeichnet; fehlt es: 8. Für jede weitere gibt es eine Warnung FIELD_HIDDEN.',
  'A shape, filled or outlined, and nodes in the largest upright rectangle that is wholly within it.':
    'Eine Form, gefüllt oder umrandet, und Knoten im größten aufrechten Rechteck, das ganz darin liegt.',
  'arrow: it points to where reading ends.': 'arrow: zeigt dorthin, wo das Lesen endet.',
  'How many tips a star has, absent: 12; or the corners of a polygon, [x, y] in percent of its size.':
    'Wie viele Spitzen ein Stern hat, fehlt es: 12; oder die Ecken eines Vielecks, [x, y] in Prozent seiner Größe.',
  'Text. When it is too long, it wraps, then concedes what the layout says, with a warning; a quantity or a price in it is never cut.':
    'Text. Ist er zu lang, bricht er um und gibt dann nach, wie das Layout es sagt, mit einer Warnung; eine Menge oder ein Preis darin wird nie abgeschnitten.',
  'A text with fields and phrases in braces; or one for each language, at least English.':
    'Ein Text mit Feldern und Wendungen in geschweiften Klammern; oder einer für jede Sprache, mindestens Englisch.',
  'Heights of the font; a share is of the panel’s height. A length alone is the preferred one, with a floor of 3 mm, or of this length if it is less, and of at least 12 px. Absent: 12%.':
    'Höhen der Schrift; ein Anteil gilt von der Höhe des Displays. Eine Länge allein ist die bevorzugte, mit 3 mm als kleinster, oder dieser Länge, wenn sie weniger ist, und mindestens 12 px. Fehlt sie: 12%.',
  'Short text grows up to this.': 'Kurzer Text wächst bis dahin.',
  'Text smaller than this has the warning TEXT_SHRUNK.': 'Kleinerer Text hat die Warnung TEXT_SHRUNK.',
  'Text is never smaller than this.': 'Kleiner wird Text nie.',
  'The maximum of lines, unless more are conceded; absent: 1.':
    'So viele Zeilen höchstens, solange nicht nachgegeben wird; fehlt es: 1.',
  'Absent: regular.': 'Fehlt sie: normal.',
  'condensed: narrow letters, which have one weight, where the script has them; absent: normal.':
    'condensed: schmale Buchstaben, die eine Stärke haben, wo die Schrift sie hat; fehlt es: normal.',
  'Space added between letters, at most 1 mm; none in scripts that join or stack theirs.':
    'Zusätzlicher Abstand zwischen Buchstaben, höchstens 1 mm; keiner in Schriften, die ihre verbinden oder stapeln.',
  'accent: red, else yellow, else black. Absent: black, or white on a box filled black or red.':
    'accent: Rot, sonst Gelb, sonst Schwarz. Fehlt sie: Schwarz, oder Weiß auf einem schwarz oder rot gefüllten Kasten.',
  'start: where the locale’s readers begin, left or right.':
    'start: wo in dieser Sprache das Lesen beginnt, links oder rechts.',
  'Vertical alignment; absent: middle.': 'Wohin es oben oder unten rückt; fehlt es: in die Mitte.',
  'A price as the locale writes it, as large as its box allows; never clipped.':
    'Ein Preis, wie ihn die Sprache schreibt, so groß wie sein Kasten es erlaubt; nie abgeschnitten.',
  'The field that is drawn; absent: price.': 'Das Feld, das gezeichnet wird; fehlt es: der Preis.',
  'The digits’ font is at most this high; a share is of the panel’s height.':
    'Höchstens so hoch ist die Schrift der Ziffern; ein Anteil gilt von der Höhe des Displays.',
  'Its box is never lower than this, whatever else has too little room.':
    'Niedriger wird sein Kasten nie, was auch sonst zu wenig Platz hat.',
  'The price is struck through in this ink.': 'In dieser Farbe ist der Preis durchgestrichen.',
  'raised: cents are raised where the locale may; plain: never; absent: auto, in which the price is largest. Whatever it says, the price fits.':
    'raised: Cent stehen hoch, wo die Sprache es darf; plain: nie; fehlt es: auto, womit der Preis am größten ist. Was auch da steht, der Preis passt.',
  'The currency’s sign, beside the digits: small, or as high as they are; none: the layout says the currency elsewhere; absent: auto.':
    'Das Währungszeichen neben den Ziffern: klein, oder so hoch wie sie; none: das Layout nennt die Währung anderswo; fehlt es: auto.',
  'A barcode in whole pixels that a scanner reads; without room for it, its digits and a warning.':
    'Ein Strichcode in ganzen Pixeln, den ein Scanner liest; ohne Platz dafür seine Ziffern und eine Warnung.',
  'What it encodes; absent: {sku}.': 'Was er enthält; fehlt es: {sku}.',
  'auto goes by the number of digits; absent: auto.': 'auto richtet sich nach der Zahl der Ziffern; fehlt es: auto.',
  'Whether the digits are printed below; absent: true.': 'Ob die Ziffern darunter stehen; fehlt es: ja.',
  'long: guard bars reach down between the digits, as on goods, where there is room. even: all bars end above the digits. Absent: long.':
    'long: Randstriche reichen zwischen die Ziffern hinab, wie auf Waren, wo Platz ist. even: Alle Striche enden über den Ziffern. Fehlt es: long.',
  'A QR code in whole pixels; without room for it, a warning.':
    'Ein QR-Code in ganzen Pixeln; ohne Platz dafür eine Warnung.',
  'What it encodes; absent: the GS1 Digital Link of the SKU, which must be a GTIN.':
    'Was er enthält; fehlt es: der GS1 Digital Link der Artikelnummer, die eine GTIN sein muss.',
  'The address before its GS1 Digital Link; absent: that of the layout.':
    'Die Adresse vor seinem GS1 Digital Link; fehlt sie: die des Layouts.',
  'An icon, as large as its box allows, or a row of them; those that do not fit are left out with a warning.':
    'Ein Symbol, so groß wie sein Kasten es erlaubt, oder eine Reihe davon; was nicht passt, entfällt mit einer Warnung.',
  'Names, separated by blanks or commas; a field in braces may hold some.':
    'Namen, durch Leerzeichen oder Kommas getrennt; ein Feld in geschweiften Klammern kann welche enthalten.',
  'A rule: a filled rectangle.': 'Eine Linie: ein gefülltes Rechteck.',
  'A PNG or JPEG in the inks of the panel.': 'Ein PNG oder JPEG in den Farben des Displays.',
  'A data URI; or a field in braces that names one of the layout’s pictures. A layout file may also name a file beside it.':
    'Ein Data-URI; oder ein Feld in geschweiften Klammern, das eines der Bilder des Layouts nennt. Eine Layoutdatei kann auch eine Datei neben sich nennen.',
  'Absent: contain.': 'Fehlt es: ganz.',
  'Absent: floyd-steinberg.': 'Fehlt es: gestreut.',
  'One of the layout’s parts, or of the shipped ones. Its keys override those of the part.':
    'Steht für einen Teil des Layouts, oder für einen mitgebrachten. Was hier gesagt wird, gilt vor dem, was der Teil sagt.',
  'The name of the part.': 'Der Name des Teils.',
  'A field that must not be empty; or a field with equals, greater or less; or one of not, all and any. At most 4 levels.':
    'Ein Feld, das nicht leer sein darf; oder ein Feld mit equals, greater oder less; oder eines von not, all und any. Höchstens 4 Ebenen.',
  'The field that is compared.': 'Das Feld, das verglichen wird.',
  'A text that the field must equal, or several, one of which it must equal. "" means an absent field.':
    'Ein Text, dem das Feld gleichen muss, oder mehrere, von denen es einem gleichen muss. "" heißt, dass das Feld fehlt.',
  'The field must be a number that is greater.': 'Das Feld muss eine Zahl sein, die größer ist.',
  'The field must be a number that is less.': 'Das Feld muss eine Zahl sein, die kleiner ist.',
  'A condition that must not hold.': 'Eine Bedingung, die nicht gelten darf.',
  'Conditions that must all hold.': 'Bedingungen, die alle gelten müssen.',
  'Conditions of which at least one must hold.': 'Bedingungen, von denen mindestens eine gelten muss.',

  // The titles of the layouts.
  Allergens: 'Allergene',
  'Back office': 'Lager',
  Barcode: 'Strichcode',
  'Two languages': 'Zwei Sprachen',
  Clearance: 'Abverkauf',
  Deposit: 'Pfand',
  'Energy class': 'Energieklasse',
  'Member price': 'Kartenpreis',
  Menu: 'Speisekarte',
  Minimal: 'Minimal',
  'Multi-buy': 'Mehr für weniger',
  'Nutri-Score': 'Nutri-Score',
  Produce: 'Obst und Gemüse',
  Promotion: 'Aktion',
  'QR code': 'QR-Code',
  'Sold out': 'Ausverkauft',
  Specification: 'Technische Daten',
  Standard: 'Standard',
  'Unit price': 'Grundpreis',

  // What the layouts are for.
  'Name, price, and icons of what the product contains, such as the fourteen allergens of EU 1169/2011.':
    'Name, Preis und Symbole dessen, was das Produkt enthält, etwa der vierzehn Allergene nach EU 1169/2011.',
  'For staff: stock, facings and the level for reordering, the barcode of the SKU and the last change; the price is small.':
    'Für das Personal: Bestand, Frontstücke und Meldebestand, der Strichcode der Artikelnummer und die letzte Änderung; der Preis ist klein.',
  'Name, price and the barcode of the SKU with its digits. On panels too narrow for bars that a scanner can read, only the digits are printed.':
    'Name, Preis und der Strichcode der Artikelnummer mit seinen Ziffern. Auf Displays, die für lesbare Striche zu schmal sind, stehen nur die Ziffern.',
  'The name in two languages or scripts, equally large, and the price.':
    'Der Name in zwei Sprachen oder Schriften, gleich groß, und der Preis.',
  'What is sold off: a band with the percentage saved, the prior price struck through (EU 98/6/EC, Art. 6a), the last day.':
    'Was abverkauft wird: ein Band mit der Ersparnis in Prozent, der vorherige Preis durchgestrichen (98/6/EG, Art. 6a), der letzte Tag.',
  'The price, and the deposit that is paid on top of it; what is in the pack, and its unit price without the deposit.':
    'Der Preis, und das Pfand, das dazukommt; was in der Packung ist, und der Grundpreis ohne Pfand.',
  'Name, price, and the arrow with the energy class beside the scale from A to G (EU 2017/1369).':
    'Name, Preis und der Pfeil mit der Energieklasse neben der Skala von A bis G (EU 2017/1369).',
  'What everybody pays, and in a box with its condition what members pay (GB: Price Marking Order, from April 2026).':
    'Was alle zahlen, und in einem Kasten mit der Bedingung, was Mitglieder zahlen (GB: Price Marking Order, ab April 2026).',
  "Several products on one panel: the label's own first and large, then those of a list.":
    'Mehrere Produkte auf einem Display: das des Etiketts zuerst und groß, dann die einer Liste.',
  'The price and its unit, nothing else: for trays, hooks and fresh goods that speak for themselves.':
    'Der Preis und seine Einheit, sonst nichts: für Schalen, Haken und frische Waren, die für sich sprechen.',
  'What several cost together, "2 for $5.00" or "3 for 2", on a filled ground; beside it, small, what one costs.':
    'Was mehrere zusammen kosten, „2 für 5,00 €“ oder „3 für 2“, auf gefülltem Grund; daneben klein, was eines kostet.',
  "Name, price and the Nutri-Score: the letters A to E, of which the product's own is large on a black ground.":
    'Name, Preis und der Nutri-Score: die Buchstaben A bis E, der des Produkts groß auf schwarzem Grund.',
  'Fruit and vegetables: origin and class (EU 1308/2013), the number for the scales, and the price for a unit.':
    'Obst und Gemüse: Herkunft und Klasse (EU 1308/2013), die Nummer für die Waage und der Preis für eine Einheit.',
  'A banner with the offer and, in large figures, the percentage saved; beside it the reduced price and, struck through, the prior one: in the EU the lowest one of the last 30 days (98/6/EC, Art. 6a).':
    'Ein Banner mit dem Angebot und groß der Ersparnis in Prozent; daneben der gesenkte Preis und durchgestrichen der vorherige: in der EU der niedrigste der letzten 30 Tage (98/6/EG, Art. 6a).',
  "Name, price and a QR code that leads to a page about the product: to an address of your own, or to what GS1's resolver knows of the SKU.":
    'Name, Preis und ein QR-Code, der zu einer Seite über das Produkt führt: zu einer eigenen Adresse, oder zu dem, was der Resolver von GS1 über die Artikelnummer weiß.',
  'The name, and a banner that says that the product is sold out and, if known, when it will be back. Large panels also show the price, small, below.':
    'Der Name, und ein Banner, das sagt, dass das Produkt ausverkauft ist und, wenn man es weiß, wann es wiederkommt. Große Displays zeigen darunter klein auch den Preis.',
  "Name, price and a table of what the product is, such as an appliance's data.":
    'Name, Preis und eine Tabelle dessen, was das Produkt ist, etwa die Daten eines Geräts.',
  'Name, price, unit, SKU, date and model line.': 'Name, Preis, Einheit, Artikelnummer, Datum und Modellzeile.',
  'The selling price and, much smaller and in bold, the price of a kilogram, a litre or another usual quantity, as EU 98/6/EC asks for.':
    'Der Verkaufspreis und, viel kleiner und fett, der Preis für ein Kilogramm, einen Liter oder eine andere übliche Menge, wie 98/6/EG es verlangt.',

  // The data that the layouts ask for.
  'When it will be back, written as customers are to read it.':
    'Wann es wiederkommt, so geschrieben, wie Kunden es lesen sollen.',
  'The class of quality.': 'Die Güteklasse.',
  'The deposit for the pack.': 'Das Pfand für die Packung.',
  'Its class.': 'Seine Klasse.',
  'How many stand abreast.': 'Wie viele nebeneinander stehen.',
  'Names of icons.': 'Namen von Symbolen.',
  'Names of icons, with blanks between.': 'Namen von Symbolen, mit Leerzeichen dazwischen.',
  'The other products.': 'Die anderen Produkte.',
  'The lowest of the last 30 days.': 'Der niedrigste der letzten 30 Tage.',
  'The lowest of 30 days, if it is another.': 'Der niedrigste von 30 Tagen, wenn es ein anderer ist.',
  'What members pay.': 'Was Mitglieder zahlen.',
  'A to E.': 'A bis E.',
  'What they cost together.': 'Was sie zusammen kosten.',
  'Where it was grown.': 'Wo es gewachsen ist.',
  'How many one pays: the 2 in "3 for 2".': 'Wie viele man zahlt: die 2 in „3 für 2“.',
  'The number for the scales.': 'Die Nummer für die Waage.',
  'The price before.': 'Der Preis davor.',
  'The condition; absent: "Member price".': 'Die Bedingung; fehlt sie: „Mitgliederpreis“.',
  'The offer’s name; absent: "Offer".': 'Der Name des Angebots; fehlt er: „Angebot“.',
  'How many one takes.': 'Wie viele man nimmt.',
  'The stock at which to order.': 'Der Bestand, bei dem nachbestellt wird.',
  'The table: what is said in each row, and its value.': 'Die Tabelle: was jede Zeile sagt, und ihr Wert.',
  'The name in the other language or script.': 'Der Name in der anderen Sprache oder Schrift.',
  'How many there are.': 'Wie viele da sind.',
  'The heading.': 'Die Überschrift.',
  'For a kilogram or litre.': 'Für ein Kilogramm oder einen Liter.',
  'What it is for.': 'Wofür er gilt.',
  'The address in the code; absent: the GS1 Digital Link of the SKU. A short one gives larger modules, which phones can read from further away.':
    'Die Adresse im Code; fehlt sie: der GS1 Digital Link der Artikelnummer. Eine kurze gibt größere Module, die Telefone aus größerer Entfernung lesen.',
  'The last day.': 'Der letzte Tag.',
  'The last day of the offer.': 'Der letzte Tag des Angebots.',
  'The last day, as customers are to read it.': 'Der letzte Tag, so geschrieben, wie Kunden ihn lesen sollen.',
};

/** German for the names of data and parts in the shipped layouts. */
export const deNames: Readonly<Record<string, string>> = {
  address: 'Adresse',
  arrow: 'Pfeil',
  back_on: 'Wieder da',
  band: 'Band',
  banner: 'Banner',
  before: 'Davor',
  changed: 'Geändert',
  class: 'Klasse',
  condition: 'Bedingung',
  contains: 'Enthält',
  deal: 'Angebot',
  deposit: 'Pfand',
  digital_link: 'Digital Link',
  each: 'Stückpreis',
  energy_class: 'Energieklasse',
  everybody: 'Alle',
  facing: 'Frontstücke',
  first: 'Erstes',
  given: 'Gegeben',
  head: 'Kopf',
  icons: 'Symbole',
  items: 'Produkte',
  last_day: 'Letzter Tag',
  lowest: 'Niedrigster',
  lowest_price: 'Niedrigster Preis',
  member_price: 'Mitgliederpreis',
  members: 'Mitglieder',
  model: 'Modell',
  now: 'Jetzt',
  number: 'Nummer',
  nutri_score: 'Nutri-Score',
  offer_price: 'Angebotspreis',
  origin: 'Herkunft',
  others: 'Andere',
  pay_quantity: 'Zahlt',
  per: 'Je',
  plu: 'PLU',
  previous_price: 'Vorheriger Preis',
  price_and_sku: 'Preis und Artikelnummer',
  programme: 'Programm',
  promotion: 'Angebot',
  quantity: 'Menge',
  regular: 'Regulär',
  reorder: 'Meldebestand',
  rows: 'Zeilen',
  second: 'Zweites',
  second_name: 'Zweiter Name',
  sold_out: 'Ausverkauft',
  stock: 'Bestand',
  table: 'Tabelle',
  title: 'Überschrift',
  unit: 'Einheit',
  unit_price: 'Grundpreis',
  unit_quantity: 'Grundmenge',
  until: 'Bis',
  url: 'Adresse',
  valid_until: 'Gültig bis',
};
