/** Does a text that begins an address extend past its host, so that path, query or fragment follows? */
export function isBehindOrigin(text: string): boolean {
  return /^\s*[a-z][a-z0-9+.-]*:\/\/[^/?#]*[/?#]/i.test(text)
}

/**
 * A value for an address, behind the text `before`: percent-encoded once the host is complete, so that the value stays
 * one component.
 */
export function urlPart(value: string, before: string): string {
  // An unpaired surrogate has no encoding.
  return isBehindOrigin(before) ? encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd')) : value
}
