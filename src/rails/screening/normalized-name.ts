/**
 * Names in the form in which they are compared: lower case Latin letters and digits, words separated by one blank.
 *
 * Decision: Cyrillic and Greek letters are transliterated. Names in other scripts have to be given in Latin letters too, as the
 * published lists do; a letter of another script is compared as it is.
 * Decision: forms of companies (`Ltd`, `GmbH`, `OOO`) at the start or the end of a name do not count for organisations. For people
 * they do, because some are family names too.
 */

const transliterations: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ŧ: 't',
  ħ: 'h',
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  е: 'e',
  є: 'ye',
  ж: 'zh',
  з: 'z',
  и: 'i',
  і: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  ђ: 'dj',
  ј: 'j',
  љ: 'lj',
  њ: 'nj',
  ћ: 'c',
  џ: 'dz',
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
};

const companyForms = new Set(
  (
    'ab ag as aps asa bhd bv co company corp corporation eood fze fzco gmbh inc incorporated jsc kft kg lda limited llc llp lp ltd ' +
    'ltda nv oao ojsc ood ooo oy oyj pao pjsc plc pte pty pvt sa sal sae sapi sarl sas sdn se sl spa srl zao zrt'
  ).split(' '),
);

/** Forms that stand before the name. */
const leadingForms = new Set('ao jsc oao ojsc ooo pao pjsc pt zao'.split(' '));

const maxWords = 40;

/** The normalized name; empty if nothing of the text is a letter or a digit. */
export function normalizedName(text: string): string {
  const letters = text
    .slice(0, 1_000)
    // Decomposes accents, and removes them. The Cyrillic letters й and ё become и and е.
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    // Full stops and apostrophes are within words: S.A., O'Neill.
    .replace(/[.'’‘`ʼʹ]/g, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => transliterations[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
  return letters.trim().split(' ').slice(0, maxWords).join(' ');
}

/** The name without forms of companies at its start and its end. At least one word stays. */
export function withoutCompanyForm(name: string): string {
  const words = name.split(' ');
  while (words.length > 1 && companyForms.has(words.at(-1) ?? '')) words.pop();
  while (words.length > 1 && leadingForms.has(words[0] ?? '')) words.shift();
  return words.join(' ');
}

/** Spellings of the same sound in transliterated names. Longer ones are replaced first. */
const sameSounds: readonly (readonly [pattern: RegExp, sound: string])[] = [
  [/shch|sch|tch|tsch|ch|sh|zh/g, 's'],
  [/kh|gh|q|ck|c|g/g, 'k'],
  [/x/g, 'ks'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/dh|dj/g, 'd'],
  [/ts|tz|z/g, 's'],
  [/w/g, 'v'],
  [/[aeiouyj]/g, ''],
  [/(.)\1+/g, '$1'],
];

/**
 * The consonants of a word in one spelling, so that transliterations of one name are equal: Usama and Osama, Qadhafi and
 * Gaddafi, Aleksandr and Alexander.
 *
 * @returns the word itself if it has less than two consonants.
 */
export function skeletonOf(word: string): string {
  const skeleton = sameSounds.reduce((text, [pattern, sound]) => text.replace(pattern, sound), word);
  return skeleton.length < 2 ? word : skeleton;
}
