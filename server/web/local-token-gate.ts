import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** What the gate of local mode says to a request: nothing, a cookie with the way on, or a refusal. */
export type GateAnswer = 'passes' | 'refused' | { readonly location: string; readonly cookie: string }

const keptSeconds = 30 * 24 * 3_600

/**
 * The gate of local mode with a token. A program sends the token as a bearer. A browser opens the printed address once,
 * which contains it, and gets a cookie: a digest of the token, so that no script, history or log of the browser has the
 * token itself. The cookie is named after the port, because browsers send cookies to every port of a host.
 */
export function createLocalTokenGate(token: string): (incoming: IncomingMessage) => GateAnswer {
  const cookie = createHmac('sha256', token).update('heddle-local').digest('base64url')
  return ({ url = '/', method, headers, socket: { localPort = 0 } }) => {
    const name = `heddle-local-${localPort}`
    const bearer = /^bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]
    if (bearer !== undefined) return isEqual(bearer, token) ? 'passes' : 'refused'
    const address = new URL(url.replace(/^\/+/, '/'), 'http://localhost')
    const [given] = address.searchParams.getAll('token')
    const isPage = method === 'GET' && !address.pathname.startsWith('/api/') && !address.pathname.startsWith('/v1/')
    if (given !== undefined && isPage && isEqual(given, token)) {
      address.searchParams.delete('token')
      return {
        location: pathOf(address),
        cookie: `${name}=${cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${keptSeconds}`,
      }
    }
    return cookiesOf(headers.cookie).some(([key, value]) => key === name && isEqual(value, cookie))
      ? 'passes'
      : 'refused'
  }
}

/** A path of ours and nothing else: `//` would lead to another host. */
const pathOf = ({ pathname, search }: URL) => `${pathname.replace(/^\/+/, '/')}${search}`

const cookiesOf = (header = '') =>
  header.split(';').map((pair) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const
  })

/** In a time that tells nothing about where two texts differ. */
function isEqual(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(first as Buffer, second as Buffer)
}

export const tokenNeeded = {
  code: 'UNAUTHENTICATED',
  message:
    'This Heddle asks for its local token. Open the address that its start printed, or send the token as a bearer: Authorization: Bearer <token>.',
} as const

/** The page for a browser without the cookie; the form opens the address with the token. */
export function answerTokenPage(outgoing: ServerResponse): void {
  outgoing.writeHead(401, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  })
  outgoing.end(tokenPage)
}

const tokenPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Token · Heddle</title>
<style>
:root { color-scheme: light dark }
body { margin: 15vh auto 0; max-width: 26rem; padding: 0 1.25rem; font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 1.25rem }
form { display: flex; gap: .5rem }
label { display: block; font-weight: 600; margin-block: 1.25rem .25rem }
input { flex: 1; min-width: 0 }
input, button { font: inherit; padding: .4rem .6rem }
</style>
</head>
<body>
<main>
<h1>This Heddle asks for its token</h1>
<p>Open the address that Heddle printed at its start, or enter the token of that address.</p>
<label for="token">Token</label>
<form action="/"><input id="token" name="token" type="password" autocomplete="off" required autofocus><button>Open</button></form>
</main>
</body>
</html>
`
