import { Hono } from 'hono'
import { auditFilter, exportAudit } from '#server/audit/list-audit.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Context } from '../context.ts'
import { requireActor } from '../request/require-actor.ts'
import { bodyOf } from './body-of.ts'
import { checkedQuery } from './query.ts'
import { resumed } from './resumed.ts'

/** The audit as a file of JSON lines, newest row first. The export has a row itself. */
export function auditRoutes(
  contextOf: (request: Request) => Promise<Context>,
  onError: (error: unknown) => void,
): Hono {
  const routes = new Hono()

  routes.get('/export', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'audit.read')
    const filter = checkedQuery(c, auditFilter)
    const target = new URLSearchParams(JSON.parse(JSON.stringify(filter)) as Record<string, string>).toString()
    const headers = {
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': 'attachment; filename="audit.jsonl"',
    }
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    const rows = context.streams.check(actor, exportAudit({ ...context, actor }, filter), context.actorNow)
    // The first row is read before the file begins, so that a read error is an ordinary error response.
    const first = await rows.next()
    await recordAudit(context.stores.pool, { actor, action: 'audit.export', target, outcome: 'done' })
    return c.body(bodyOf(lines(resumed(first, rows)), rows, onError), 200, headers)
  })

  return routes
}

async function* lines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(named(row))}\n`
}

/** The row with the names of fields that programs get. */
function named(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  )
}
