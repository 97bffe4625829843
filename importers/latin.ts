/** Letters of Latin, Cyrillic and Greek alphabets that Unicode does not decompose to a Latin letter. */
const letters: { readonly [letter: string]: string } = Object.fromEntries(
  [
    'ß ss|æ ae|ø o|œ oe|ł l|đ d|ð d|þ th|ı i|ħ h|ŋ ng',
    'а a|б b|в v|г g|ґ g|д d|е e|ё e|є ie|ж zh|з z|и i|й i|і i|ї i|к k|л l|м m|н n|о o|п p|р r|с s|т t|у u|ў u|ф f|х kh|ц ts',
    'ч ch|ш sh|щ shch|ъ |ы y|ь |э e|ю iu|я ia|ђ dj|ј j|љ lj|њ nj|ћ c|џ dz|ѓ g|ќ k|ѕ dz',
    'α a|β v|γ g|δ d|ε e|ζ z|η i|θ th|ι i|κ k|λ l|μ m|ν n|ξ x|ο o|π p|ρ r|σ s|ς s|τ t|υ y|φ f|χ ch|ψ ps|ω o',
  ].flatMap((row) => row.split('|').map((pair) => pair.split(' ') as [string, string])),
)

/**
 * A text transliterated to A to Z where its letters have a usual spelling there: `Straße` is `Strasse`, `Отчёт` is
 * `Otchet`.
 */
export function toLatin(text: string): string {
  const single = (letter: string): string => {
    const small = letter.toLowerCase()
    const spelled = letters[small]
    if (spelled === undefined) return letter
    return small === letter ? spelled : spelled.charAt(0).toUpperCase() + spelled.slice(1)
  }
  // Accents are removed first: many letters are then in the table, or in A to Z.
  return [...text.normalize('NFKD').replace(/\p{M}+/gu, '')].map(single).join('')
}

/** Does the name made of a text still contain each letter and digit of the text? */
export function isSpelledOut(text: string, name: string): boolean {
  const said = (one: string) => one.replace(/[^\p{L}\p{N}]+/gu, '')
  return said(text) === said(name)
}
