/**
 * The path of a page of Heddle that an address names, to go on to after a login; `/` for anything that a browser would
 * read as another site, as a script or as no page. The result is written anew from the parsed address, so that it reads
 * the same to every browser.
 */
export function ownPath(text: string | null | undefined): string {
  if (!text?.startsWith('/') || /[\\\p{Cc}\p{Cf}\p{Zs}]/u.test(text)) return '/'
  const base = 'http://heddle.invalid'
  if (!URL.canParse(text, base)) return '/'
  const url = new URL(text, base)
  const path = url.pathname + url.search + url.hash
  if (url.origin !== base || path.startsWith('//') || /^\/(api|v1|login)(\/|$)/.test(url.pathname)) return '/'
  return path
}
