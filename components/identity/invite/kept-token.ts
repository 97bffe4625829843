const kept = 'heddle-invitation'

/**
 * The token in the fragment of the address. It is taken out of the address and kept for this tab, so that it survives
 * the way over the login; null without one.
 */
export function keptToken(): string | null {
  const found = new URLSearchParams(window.location.hash.slice(1)).get('t')
  try {
    if (found !== null) {
      window.sessionStorage.setItem(kept, found)
      window.history.replaceState(window.history.state, '', window.location.pathname)
    }
    return found ?? window.sessionStorage.getItem(kept)
  } catch {
    return found
  }
}
