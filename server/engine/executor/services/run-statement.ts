import pg from 'pg'
import { isJsonList, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import { databaseClient } from '../connections/database-client.ts'
import { completedWith } from '../json-result.ts'
import { valueOfText } from './database-values.ts'
import type { ServiceCall } from './service.ts'
import { ServiceFailure } from './service-failure.ts'

type Row = Readonly<Record<string, Json>>

/**
 * Runs one statement in a transaction of its own, read-only unless the step says otherwise. The extended protocol takes one
 * statement and sends its values apart from its text. Rows are counted as they come, so that a large result takes no memory.
 */
export async function runStatement({
  connection,
  request,
  timeoutMs,
  guard,
  signal,
}: ServiceCall): Promise<AttemptOutcome> {
  const statement = String(request.statement ?? '')
  if (statement.includes('{{'))
    throw new ServiceFailure('SQL_INVALID', 'A statement has no {{ }}. Use parameters.', false)
  const client = databaseClient(connection, guard, timeoutMs)
  client.on('error', () => undefined)
  const stop = () => void client.end().catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await client.connect()
    await client.query(request.access === 'write' ? 'begin' : 'begin read only')
    const most = typeof request.max_rows === 'number' ? request.max_rows : limits.sql.rows
    const { rows, rowCount } = await rowsOf(client, statement, valuesOf(request.parameters), most)
    await client.query('commit')
    const result = { rows, row_count: rowCount }
    return completedWith(result, { bytes: limits.run.resultBytes, depth: limits.run.jsonDepth })
  } catch (error) {
    throw refusalOf(error) ?? error
  } finally {
    signal.removeEventListener('abort', stop)
    await client.end().catch(() => undefined)
  }
}

/** Objects and lists become JSON, as columns of this type take them. */
function valuesOf(parameters: Json | undefined): readonly (string | null)[] {
  const list = isJsonList(parameters ?? null) ? (parameters as readonly Json[]) : []
  return list.map((value) =>
    value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value),
  )
}

type Cells = Readonly<Record<string, { readonly oid: number; readonly text: string } | null>>

/** Rejects once there are more rows or bytes than the bounds; the connection is then of no further use. */
function rowsOf(
  client: pg.Client,
  statement: string,
  values: readonly (string | null)[],
  most: number,
): Promise<{ readonly rows: readonly Row[]; readonly rowCount: number }> {
  return new Promise((resolve, reject) => {
    let count = 0
    let bytes = 0
    const query = new pg.Query({
      text: statement,
      values: [...values],
      queryMode: 'extended',
      types: { getTypeParser: (oid: number) => (text: string) => ({ oid, text }) },
      // A client with a time limit tells of errors by the callback alone.
      callback: (error: Error | null, result: pg.QueryResult<Cells>) =>
        error ? reject(error) : resolve({ rows: result.rows.map(rowOf), rowCount: result.rowCount ?? count }),
    } as unknown as pg.QueryConfig)
    const giveUp = (message: string) => {
      query.removeAllListeners('row')
      reject(new ServiceFailure('SQL_TOO_MANY_ROWS', message, false))
      void client.end().catch(() => undefined)
    }
    query.on('row', (cells: Cells) => {
      count += 1
      for (const [name, cell] of Object.entries(cells)) bytes += name.length + (cell?.text.length ?? 0)
      if (count > most) giveUp(`The statement returns more than ${most} rows. Add a limit, or raise max_rows.`)
      else if (bytes > limits.run.resultBytes) {
        giveUp(`The rows have more than ${limits.run.resultBytes / 1024 ** 2} MB. Select fewer columns or rows.`)
      }
    })
    client.query(query)
  })
}

function rowOf(cells: Cells): Row {
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [name, cell === null ? null : valueOfText(cell.oid, cell.text)]),
  )
}

/** Errors after which the same statement may succeed: conflicts, lost connections, a database that stops or is full of clients. */
const worthAnother = /^(40001|40P01|08|57P0|53|55P03)/

function refusalOf(error: unknown): ServiceFailure | null {
  if (!(error instanceof pg.DatabaseError)) return null
  const { code = '', message, position } = error
  const place = position === undefined ? '' : ` (at character ${position})`
  if (code === '57014')
    return new ServiceFailure('STEP_TIMEOUT', 'The statement took too long and was cancelled.', true)
  if (code === '25006') {
    return new ServiceFailure('SQL_READ_ONLY', `${message}. Set access: write if the step changes data.`, false)
  }
  if (/^28/.test(code)) {
    return new ServiceFailure(
      'SQL_LOGIN_REFUSED',
      `The database refused the login: ${message}. Check the connection.`,
      false,
    )
  }
  return new ServiceFailure(`SQL_${code}`, `${message}${place}.`, worthAnother.test(code))
}
