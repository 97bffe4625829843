import { ownPath } from '#core/own-path.ts'

/** Pages that make sense without a session: they lead to one. */
const open: ReadonlySet<string> = new Set(['/login', '/setup', '/reset', '/invite'])

/** Whether the path is a page that needs a session. Files of the build are no secret; the login page needs them. */
export function needsLogin(path: string): boolean {
  return (
    !path.startsWith('/_next/') && !path.startsWith('/__nextjs') && !open.has(path) && !/\.[a-z\d]{2,5}$/.test(path)
  )
}

/** The login, which leads on to the page. Next's own parameter of a navigation is no part of the page's address. */
export function loginPath(address: string): string {
  if (!URL.canParse(address, 'http://heddle')) return '/login'
  const url = new URL(address, 'http://heddle')
  url.searchParams.delete('_rsc')
  const to = ownPath(url.pathname + url.search)
  return to === '/' ? '/login' : `/login?${new URLSearchParams({ to })}`
}
