/** The samples of a script for measuring and testing. */
interface Script {
  /** Its letters and digits, each isolated. */
  readonly characters: readonly string[];
  /** Words in which its letters join, stack, carry marks or run from right to left; none where letters are drawn separately. */
  readonly words: readonly string[];
}

export const span = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));
/** Letters that are one code point in Unicode and two when normalised must be written as one. */
export const points = (...codePoints: readonly number[]) => codePoints.map((point) => String.fromCodePoint(point));
const words = (text: string) => text.split(' ');

export const arabicDigits = [...span(0x660, 0x669), ...span(0x6f0, 0x6f9), ...Array.from('٪٫٬')];
export const devanagariDigits = span(0x966, 0x96f);
export const bengaliDigits = span(0x9e6, 0x9ef);
/** The letters of د.إ ر.س ج.م. د.ك د.ب ر.ع. ر.ق د.أ ل.ل. د.م. د.ت ريال تومان, and the signs of the riyal and the afghani. */
export const arabicCurrency = Array.from('دإرسجمكبعقألتيان﷼؋');
export const currencyWords = words('ريال تومان درهم دينار جنيه');

export const scripts: Readonly<Record<string, Script>> = {
  arabic: {
    characters: [...span(0x621, 0x63a), ...span(0x641, 0x64a), ...Array.from('پچژگکی؟،؛'), ...arabicDigits],
    words: words(
      'حليب كامل الدسم جبنة بيضاء طازجة زبدة عصير برتقال خبز أرز لحم دجاج سكر شاي قهوة بيض زيت زيتون عضوي تفاح شیر پرچرب لیتر پنیر ماست گوشت چای کره قیمت',
    ),
  },
  hebrew: {
    characters: span(0x5d0, 0x5ea),
    words: words('שוקולד חלב גבינה לבנה לחם קמח סוכר מיץ תפוזים אורגני מבצע מחיר שמן זית עוף טרי'),
  },
  devanagari: {
    characters: [...span(0x905, 0x928), ...span(0x92a, 0x930), '\u0932', ...span(0x935, 0x939), ...devanagariDigits],
    words: words(
      'जैविक दूध क्षत्रिय प्रार्थना मक्खन चावल आटा चीनी पनीर दही घी मूल्य प्रति किलो हल्दी मिर्च टमाटर आलू ताज़ा बिस्कुट सरसों',
    ),
  },
  bengali: {
    characters: [
      ...span(0x985, 0x98c),
      ...points(0x98f, 0x990),
      ...span(0x993, 0x9a8),
      ...span(0x9aa, 0x9b0),
      ...points(0x9b2, 0x9ce, 0x9dc, 0x9dd, 0x9df),
      ...span(0x9b6, 0x9b9),
      ...bengaliDigits,
    ],
    words: words('জৈব দুধ লিটার চাল ডাল আটা চিনি মাখন পনির দই মূল্য প্রতি কেজি হলুদ বিস্কুট টমেটো আলু ডিম সরিষা তেল ক্ষীর'),
  },
  tamil: {
    characters: [...Array.from('அஆஇஈஉஊஎஏஐஒஓஔகஙசஜஞடணதநனபமயரறலளழவஷஸஹ'), ...span(0xbe6, 0xbef)],
    words: words('பால் பாக்கெட் அரிசி சர்க்கரை உப்பு தயிர் முட்டை கோழி தக்காளி வெங்காயம் மிளகு மஞ்சள் தேநீர் விலை கிலோ பருப்பு கீரை'),
  },
  thai: {
    characters: [...span(0xe01, 0xe2e), ...Array.from('ะาเแโใไๆฯ'), ...span(0xe50, 0xe59)],
    words: words('นมสดพาสเจอร์ไรส์ น้ำปลา ข้าวหอมมะลิ ไข่ไก่ เนื้อหมู กาแฟ ชาเขียว น้ำตาล เกลือ ขนมปัง ราคา กิโลกรัม ส้ม ผักบุ้ง น้ำผึ้ง ใหญ่'),
  },
  georgian: { characters: span(0x10d0, 0x10f0), words: [] },
  armenian: { characters: [...span(0x531, 0x556), ...span(0x561, 0x587)], words: [] },
};

/** Han characters of a food shop, dense ones too, in the forms of all regions. */
export const han = Array.from(
  '有機牛乳直角骨今国産鶏卵酸味噌醤油糖塩米麺麦茶菓子果汁葡萄苺桃林檎梨蜜柑野菜玉葱豚肉鮮魚鮭鰻海老蟹貝豆腐納昆布鰹節調料割引特価円税込賞味期限製造販売冷凍食品健康飲炭水缶瓶袋箱個量増無添加北海道鹿児島農園直送旬数得質保証酵机全脂奶鸡蛋猪鱼酱盐面价產雞麵醬鹽價優質',
);
/** Emoji that product names carry, those of several code points too. */
export const emoji = ['🥛', '🧀', '🌱', '♻', '⚠', '🍫', '🥕', '🍎', '🐟', '🌶', '👍'];
