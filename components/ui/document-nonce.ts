declare global {
  var __webpack_nonce__: string | undefined
}

/**
 * The nonce of this document's Content-Security-Policy, read from a script that
 * the server gave it to. Libraries that add a <style> (scroll locking in dialogs,
 * the select's viewport) may only do so with it.
 */
export function documentNonce(): string | undefined {
  if (typeof document === 'undefined') return undefined
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce || undefined
}

/** Where `get-nonce`, used by the dialogs' scroll lock, looks for it. */
export function shareNonceWithLibraries(): void {
  const nonce = documentNonce()
  if (nonce) globalThis.__webpack_nonce__ = nonce
}
