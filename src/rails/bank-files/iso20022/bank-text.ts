/**
 * Text in the characters that banks accept: Latin letters, digits, space, and / - ? : ( ) . , ' +
 *
 * Accents are removed. Greek and Cyrillic letters are transliterated, because both alphabets are used in the SEPA area. Other
 * characters become a dot.
 *
 * Source: EPC217-08 (SEPA conversion table, basic character set); the same characters as SWIFT character set X.
 */

const latin: Readonly<Record<string, string>> = {
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Ø: 'O',
  ø: 'o',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ð: 'D',
  ð: 'd',
  Þ: 'TH',
  þ: 'th',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  '&': '+',
  '€': 'EUR',
  '£': 'GBP',
  $: 'USD',
  '@': '(at)',
  _: '-',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '"': "'",
  '`': "'",
  '´': "'",
  '‘': "'",
  '’': "'",
  '“': "'",
  '”': "'",
  '„': "'",
  '«': "'",
  '»': "'",
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  ';': ',',
  '|': '/',
  '\\': '/',
};

/** Letters in lower case. The accents of Greek letters are removed first; those of й and ї are part of the letter. */
const otherAlphabets: Readonly<Record<string, string>> = {
  ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm' },
  ...{ ν: 'n', ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps' },
  ...{ ω: 'o', а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k' },
  ...{ л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts' },
  ...{ ч: 'ch', ш: 'sh', щ: 'sht', ъ: 'a', ь: 'y', ю: 'yu', я: 'ya', ы: 'y', э: 'e', і: 'i', ї: 'yi' },
  ...{ є: 'ye', ґ: 'g', ђ: 'dj', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', џ: 'dz', ѓ: 'gj', ќ: 'kj' },
};

const isAccepted = (character: string): boolean => /^[A-Za-z0-9/\-?:().,'+ ]$/.test(character);

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function fromAlphabet(character: string): string | undefined {
  const lower = character.toLowerCase();
  const replaced = otherAlphabets[lower] ?? otherAlphabets[withoutAccents(lower)];
  if (replaced === undefined) return undefined;
  return lower === character ? replaced : capitalized(replaced);
}

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

function accepted(character: string): string {
  if (isAccepted(character)) return character;
  if (/\s/.test(character)) return ' ';
  const replaced = latin[character] ?? fromAlphabet(character);
  if (replaced !== undefined) return replaced;
  // Compatibility forms: full-width letters, ligatures, superscripts.
  const letters = [...withoutAccents(character.normalize('NFKD'))];
  if (letters.length === 0) return '';
  return letters.map((letter) => (isAccepted(letter) ? letter : (latin[letter] ?? '.'))).join('');
}

/**
 * The text in accepted characters, without surrounding and repeated spaces.
 *
 * @param maxLength characters of the result; the rest is cut.
 */
export function bankText(text: string, maxLength: number): string {
  // An input character gives at least one space or letter, or is an accent, so a bounded prefix is enough.
  const bounded = text.slice(0, maxLength * 8).normalize('NFC');
  const characters = Array.from(bounded, accepted).join('');
  return characters.replace(/ +/g, ' ').trim().slice(0, maxLength).trimEnd();
}
