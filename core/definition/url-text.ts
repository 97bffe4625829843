/** Whether a text that begins an address has come past its host, so that what follows is path, query or fragment. */
export function isBehindOrigin(text: string): boolean {
  return /^\s*[a-z][a-z0-9+.-]*:\/\/[^/?#]*[/?#]/i.test(text)
}

/** A value as it is written into an address, behind the text `before`: encoded once the host is past, so that it is one part and stays one. */
export function urlPart(value: string, before: string): string {
  // Half of a pair of surrogates has no encoding.
  return isBehindOrigin(before) ? encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd')) : value
}
