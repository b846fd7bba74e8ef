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
    columns: 'panel etikett étiquette etiqueta',
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
      'name title description item itemname product productname productdescription artikel artikelname artikelbezeichnung artikelbeschreibung bezeichnung produkt produktname article designation désignation libellé libelle produit nom nomduproduit denominación descripción nombre producto descrizione prodotto nome naam omschrijving nazwa namn navn nimi nafn heiti név megnevezés termék terméknév název názov naziv nosaukums pavadinimas nimetus nume denumire numeprodus nazwaproduktu nazwatowaru towar názevzboží názevproduktu nazivproizvoda nazivartikla produktnamn artikelnamn benämning varenavn varebenævnelse produktnavn varetekst tuote tuotenimi tuotteennimi productnaam artikelnaam nomeproduto nomedoproduto nomeprodotto nombredelproducto nombreproducto nomdelproduit nomarticle nomdelarticle beskrivning beskrivelse opis popis descrição descricao beschrijving descriere leírás kuvaus isim ürün ürünadı stokadı malzemeadı ürünismi наименование название товар наименованиетовара названиетовара номенклатура имя найменування назва назватовару име назив наименованиенапродукт όνομα ονομασία περιγραφή είδος προϊόν الاسم اسم اسمالمنتج المنتج الصنف اسمالصنف שם שםמוצר שםהמוצר שםפריט نام نامکالا ناممحصول محصول 商品名 品名 名前 名称 製品名 商品 商品名称 产品名称 品名称 名稱 商品名稱 產品名稱 상품명 제품명 이름 품명 ชื่อ ชื่อสินค้า สินค้า tên tênsảnphẩm tênhàng tênhànghóa sảnphẩm nama namaproduk namabarang barang produk नाम उत्पाद उत्पादकानाम',
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
      'prices regularprice listprice variantprice unitprice sellingprice saleprice retailprice salesprice preis verkaufspreis vk vkpreis bruttopreis endpreis prix prixdevente prixttc prixunitaire precio pvp prezzo prijs cena cenapromocyjna specialprice offerprice promoprice promotionprice promotionalprice aktionspreis angebotspreis prixpromo prixpromotionnel precioespecial preciooferta preciodeoferta prezzoofferta regulärerpreis normalpreis preisbrutto ladenpreis tarif tarifrégulier tarifnormal tarifpromo prixrégulier prixnormal prixpublic prixsoldé prixréduit prixremisé precionormal preciodeventa precioventa precioregular preciorebajado preciodescuento preciocondescuento prezzodilistino prezzoinofferta prezzoscontato prezzodivendita prezzovendita prezzoalpubblico prezzopromozionale prezzonormale verkoopprijs reguliereprijs normaleprijs actieprijs aanbiedingsprijs kortingsprijs consumentenprijs preço preco preçodevenda precodevenda preçonormal preçoregular preçopromocional precopromocional preçodesaldo preçoderetalho preu preuregular preurebaixat pris ordinariepris utpris försäljningspris reapris kampanjpris normalpris vejledendepris salgspris tilbudspris udsalgspris vanligpris ordinærpris hinta myyntihinta normaalihinta tarjoushinta alennushinta verð smásöluverð tilboðsverð cenaregularna cenapodstawowa cenabrutto cenasprzedaży cenadetaliczna cenawyprzedażowa cenaobniżona běžnácena prodejnícena cenasdph akčnícena zlevněnácena cenaposlevě bežnácena predajnácena akciovácena zľavnenácena ár normálár eladásiár bruttóár bruttóeladásiár fogyasztóiár akciósár kedvezményesár preț pret prețdevânzare pretdevanzare prețobișnuit prețpromoțional prețredus cijena prodajnacijena redovnacijena akcijskacijena sniženacijena mpc prodajnacena rednacena redovnacena akcijskacena znižanacena hind tavahind müügihind soodushind parastācena pārdošanascena akcijascena kaina įprastakaina pardavimokaina akcijoskaina kainasunuolaida цена розничнаяцена ценапродажи базоваяцена обычнаяцена ценасоскидкой акционнаяцена ценараспродажи ціна роздрібнаціна звичайнаціна акційнаціна ціназізнижкою редовнацена промоционалнацена продажнацена τιμή τιμήπώλησης λιανικήτιμή κανονικήτιμή τιμήπροσφοράς τιμήέκπτωσης τιμήμεφπα fiyat satışfiyatı normalfiyat perakendefiyat etiketfiyatı indirimlifiyat kampanyafiyatı السعر سعر سعرالبيع السعرالعادي السعرالافتراضي سعرالتخفيض سعرالعرض السعرالمخفض מחיר מחיררגיל מחירמכירה מחירלצרכן מחירמבצע قیمت قیمتعادی قیمتفروش قیمتفروشویژه قیمتویژه 価格 販売価格 通常価格 売価 税込価格 定価 単価 セール価格 特価 特別価格 价格 售价 零售价 常规售价 常规价格 单价 促销价 特价 折扣价 價格 售價 零售價 定價 單價 特價 促銷價 優惠價 가격 판매가 판매가격 정상가 정가 할인가 세일가격 세일가 특가 ราคา ราคาขาย ราคาปกติ ราคาพิเศษ ราคาลด ราคาโปรโมชั่น giá giábán giábánlẻ giáthường giábánthường giákhuyếnmãi giágiảm harga hargajual hargareguler hargabiasa hargaecer hargapromo hargaobral hargadiskon hargajualan कीमत मूल्य दाम विक्रयमूल्य discountprice discountedprice reducedprice clearanceprice regularpriceincltax normalprice standardprice',
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
      'unitofmeasure unitofmeasurement unitofmeasurecode unitofmeasure/name uomid uomid/name unitandprecision unitpricingmeasure priceunit pricingunit prijseenheid prisenhet prisenhed salesunit sellingunit me units quantity size content contents packsize uom einheit inhalt menge gebinde mengeneinheit verkaufseinheit unité unite contenance quantité quantite conditionnement unidad unità formato eenheid inhoud jednostka um unitàdimisura unitadimisura udm unidadedemedida unidademedida unidaddemedida unitédemesure unitédevente un enhet enhed yksikkö eining jednostkamiary jm jednotka měrnájednotka mernájednotka mj mértékegység egység unitate unitatedemăsură unitatedemasura jedinicamjere jedmjere jedmere jedn jedinica mjera jedinicamere merskaenota enota em ühik mõõtühik mērvienība vienība matovnt matavimovienetas matovienetas едизм единицаизмерения единица ед одиницявиміру одиниця одвим одвиміру мярка мернаединица единицамярка јединицамере μονάδα μονάδαμέτρησης μμ birim ölçübirimi الوحدة وحدة وحدةالقياس יחידה יחידתמידה واحد واحداندازهگیری 単位 内容量 単位数量 规格 单位 計量單位 计量单位 規格 單位 단위 규격 หน่วย หน่วยนับ đơnvị đơnvịtính đvt satuan इकाई maateenheid verkoopeenheid format unitat mengenangabe preiseinheit',
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
      'variantsku variantbarcode internalreference ean eannummer eancode ean13 gtin upc barcode strichcode articlenumber articleno itemnumber itemno productcode productid artikelnummer artikelnr artnr code codebarre codebarres codeean référence reference ref código codigo codice artikelcode gtin,upc,ean,orisbn gtin,upc,eanoderisbn gtin,upc,eanouisbn gtin,upc,eanoisbn gtin,upc,eanofisbn isbn plu ugs cod codicearticolo codicebarre codiceabarre codiceean códigodebarras codigodebarras códigobarras códigodoproduto códigodeproducto codigoproducto códigoartículo referencia referência codbarras barcodenummer artnummer productnummer streepjescode streckkod artikelkod varenummer varenr stregkode strekkode produktnummer produktnr tuotenumero tuotekoodi viivakoodi eankoodi vörunúmer strikamerki kod kodkreskowy kodproduktu kodtowaru indeks čárovýkód kód kódzboží kódproduktu katalogovéčíslo číslozboží čiarovýkód cikkszám vonalkód termékkód codprodus coddebare codbare šifra šifraartikla barkod črtnakoda ribakood tootekood svītrkods barkodas artikuls brūkšniniskodas prekėskodas артикул штрихкод код кодтовара артикуленномер баркод шифра κωδικός κωδικόςπροϊόντος stokkodu ürünkodu الباركود باركود رمزالمنتج رقمالصنف ברקוד מקט קודמוצר بارکد کدکالا jan janコード jancode バーコード 商品コード 品番 商品番号 条码 条形码 商品条码 商品编码 商品编号 货号 條碼 商品編號 貨號 바코드 상품코드 상품번호 บาร์โค้ด รหัสสินค้า mãvạch mãhàng mãsảnphẩm kodebarang kodeproduk kodbar',
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
    columns: 'datum day fecha data dato tarih дата 日付 日期',
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
    columns:
      'währung waehrung devise moneda valuta waluta currencycode pricecurrency valuutta valūta měna mena pénznem monedă moneta валюта parabirimi νόμισμα العملة מטבע 通貨 货币 币种 貨幣 幣別 통화 สกุลเงิน tiềntệ matauang',
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

export function schemasOf<const Of extends Field['of']>(of: Of): FieldsOf<Of> {
  const own = fieldEntries.filter(([, field]) => field.of === of).map(([name, { schema }]) => [name, schema]);
  return Object.fromEntries(own) as FieldsOf<Of>;
}
