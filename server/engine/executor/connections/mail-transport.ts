import { createTransport, type Transporter } from 'nodemailer'
import type { OpenedConnection } from '../../../secrets/connections/opened-connection.ts'
import { tuning } from '../tuning.ts'
import { connectGuarded, type SocketGuard } from './guarded-socket.ts'

const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1'])

/**
 * A transport of one mail through the server of a connection. A password goes over an encrypted connection only, unless
 * the server is on this machine. Messages read no files and no addresses.
 */
export async function mailTransport(
  { settings, secrets }: OpenedConnection,
  guard: SocketGuard,
  signal: AbortSignal,
): Promise<Transporter> {
  const { host = '', username, security } = settings
  const port = Number(settings.port)
  const isLocal = localHosts.has(host)
  const secure = security === 'tls'
  const timeoutMs = tuning.mailTimeoutMs
  const socket = await connectGuarded({ kind: 'smtp', host, port }, guard, timeoutMs, signal)
  signal.addEventListener('abort', () => socket.destroy(), { once: true })
  return createTransport({
    host,
    port,
    connection: socket,
    secure,
    ignoreTLS: security === 'none',
    requireTLS: security === 'starttls' && !isLocal,
    ...(username !== undefined && {
      auth: { user: username, pass: secrets.password ?? '' },
      // Without encryption, a password would be readable on the way.
      ...(security === 'none' && !isLocal && { requireTLS: true, ignoreTLS: false }),
    }),
    ...(isLocal && { tls: { rejectUnauthorized: false } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0])
}
