import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createViteServer } from 'vitest/node'
import { expect, test } from '../../support/fixtures.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const module = `/client/@fs${join(import.meta.dirname, 'page.tsx')}`
const waits = `workflow_type: Waits
steps:
  - name: Go
    type: SIGNAL
    signal: go
    output_key: go
`

/** Serves the page of another program below the address of Heddle: Heddle refuses pages of other sites. */
async function servePage(page: Page, url: string) {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-client-'))
  const port = await freePort()
  const vite = await createViteServer({
    root,
    configFile: false,
    base: '/client/',
    cacheDir: folder,
    logLevel: 'error',
    server: { port, host: '127.0.0.1', hmr: false, watch: null },
    optimizeDeps: {
      noDiscovery: true,
      include: ['react', 'react-dom/client', 'react/jsx-dev-runtime', 'openapi-fetch'],
    },
  })
  await vite.listen()
  await page.route(`${url}/client/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    if (pathname !== '/client/')
      return route.fulfill({ response: await route.fetch({ url: `http://127.0.0.1:${port}${pathname}${search}` }) })
    await route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Client</title><link rel="icon" href="data:,"><body></body><script type="module" src="${module}"></script>`,
    })
  })
  return async () => {
    await page.close()
    await vite.close()
    await rm(folder, { recursive: true })
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('public-run 15: a page of another program starts a run, follows it, signals it and shows its output', async ({
  page,
  heddle,
  rest,
}) => {
  await rest.publish(waits)
  const stop = await servePage(page, heddle.url)
  await page.goto('/client/')
  await expect(page.getByRole('heading', { name: 'waiting' })).toBeVisible()
  await page.getByRole('button', { name: 'Signal' }).click()
  await expect(page.getByRole('heading', { name: 'completed' })).toBeVisible()
  await expect(page.getByTestId('outputs')).toContainText('21')
  await expect(page.getByTestId('completed')).toHaveText('1')
  const shown = (await page.getByTestId('events').innerText()).split(' ').map(Number)
  expect(new Set(shown).size).toBe(shown.length)
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  await stop()
})

test('public-run 15: a hook shows 10,000 events in at most 60 renders, twice mounted by StrictMode', async ({
  page,
  heddle,
}) => {
  const runId = '0197f000-0000-4000-8000-000000000001'
  const events = Array.from({ length: 10_000 }, (_, index) => {
    const isLast = index === 9_999
    const kind = isLast ? 'workflow.run.completed' : 'workflow.node.progress'
    const event = { id: `e${index}`, kind, run_id: runId, node_key: isLast ? null : 'A', seq: index + 1, payload: {} }
    return `id: ${event.id}\nevent: ${kind}\ndata: ${JSON.stringify(event)}\n\n`
  })
  const stop = await servePage(page, heddle.url)
  const run = { run_id: runId, status: 'completed', outputs: [], error: null }
  await page.route(`${heddle.url}/v1/workflow-runs/${runId}`, (route) => route.fulfill({ json: run }))
  await page.route(`${heddle.url}/v1/workflow-runs/${runId}/events`, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: events.join('') }),
  )
  await page.goto(`/client/?run=${runId}`)
  await expect(page.getByTestId('events')).toHaveText(/ 10000$/)
  const shown = (await page.getByTestId('events').innerText()).split(' ')
  expect(shown).toHaveLength(10_000)
  await expect(page.getByTestId('renders')).not.toHaveText('0')
  expect(Number(await page.getByTestId('renders').innerText())).toBeLessThanOrEqual(60)
  await stop()
})
