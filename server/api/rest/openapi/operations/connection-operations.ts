import type { Operations } from '../operation.ts'
import { connection, connectionList } from '../shapes/connection-shapes.ts'

/** The routes of connections. */
export const connectionOperations: Operations = {
  'GET /v1/connections': {
    id: 'listConnections',
    summary: 'List connections, without their secrets',
    permission: 'secret.use',
    answers: { 200: { says: 'All connections, in the order of their names.', json: connectionList } },
  },
  'POST /v1/connections/:name/test': {
    id: 'testConnection',
    summary: 'Test a connection',
    description: 'An engine tests it within seconds. Read the list for `test.state`, which is `asked` until then.',
    permission: 'secret.use',
    answers: { 202: { says: 'The connection is being tested.', json: connection } },
  },
}
