import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { cached } from '../cached.ts'

/** The page that shows the OpenAPI document, and the script of Scalar that draws it. */
const PAGE = '/docs/api'
const SCRIPT = '/docs/api/scalar.js'

/**
 * The policy of the page: scripts and requests of this server alone, as on every page. No nonce and no `strict-dynamic` are
 * needed, because the page has one script, from a file. Styles may be inline: the script writes its own into the page.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** No fonts, telemetry, assistant or proxy: each would ask a foreign server. */
const configuration = {
  url: '/v1/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  metaData: { title: 'Heddle API' },
}

/** The bar with the way back; Scalar leaves room for it by the variable. */
const style = `
:root { color-scheme: light dark; --scalar-custom-header-height: 44px }
body { margin: 0 }
header { position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: 44px; padding: 12px 16px;
  background: Canvas; border-bottom: 1px solid color-mix(in srgb, CanvasText 15%, Canvas); font: 13px/20px Inter, system-ui, sans-serif }
header a { color: CanvasText; text-decoration: none }
header a:hover { text-decoration: underline }
`

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Heddle API</title>
<link rel="icon" href="/icon.svg">
<style>${style}</style>
</head>
<body>
<header><a href="/docs">← Heddle help</a></header>
<script id="api-reference" type="application/json" data-url="/v1/openapi.json" data-configuration='${JSON.stringify(configuration)}'></script>
<script src="${SCRIPT}"></script>
</body>
</html>
`

const folder = join(dirname(createRequire(import.meta.url).resolve('@scalar/api-reference')), 'browser')
const compress = promisify(gzip)
/** The script and its compressed form, read at the first request: most processes never show the page. */
const script = cached(Number.POSITIVE_INFINITY, async () => {
  const plain = await readFile(join(folder, 'standalone.js'))
  return { plain, zipped: await compress(plain) }
})

/** Whether the path belongs to the page of the API. */
export const isApiReference = (path: string) => path === PAGE || path === SCRIPT

export async function answerApiReference(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const [path = ''] = (incoming.url ?? '').split('?')
  if (path === PAGE) {
    outgoing.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'private, no-store',
    })
    outgoing.end(incoming.method === 'HEAD' ? undefined : page)
    return
  }
  const { plain, zipped } = await script()
  const isZipped = /\bgzip\b/.test(incoming.headers['accept-encoding'] ?? '')
  const body = isZipped ? zipped : plain
  outgoing.writeHead(200, {
    'content-type': 'application/javascript; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'private, max-age=3600',
    vary: 'Accept-Encoding',
    ...(isZipped && { 'content-encoding': 'gzip' }),
  })
  outgoing.end(incoming.method === 'HEAD' ? undefined : body)
}
