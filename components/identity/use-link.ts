import { useEffect, useState } from 'react'

/**
 * What the link of the page carries in its fragment, which browsers send to no server; null until the page is mounted.
 * It is taken out of the address: it must not stay in the history of a browser that others may use.
 */
export function useLink(): URLSearchParams | null {
  const [link, setLink] = useState<URLSearchParams | null>(null)
  useEffect(() => {
    setLink(new URLSearchParams(window.location.hash.slice(1)))
    window.history.replaceState(null, '', window.location.pathname)
  }, [])
  return link
}
