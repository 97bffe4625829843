import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { isIP } from 'node:net'
import { createSecureContext, Server as TlsServer } from 'node:tls'
import { limits } from '#core/limits.ts'
import { messageOf } from '#core/message-of.ts'
import type { PublicAccess } from '../public-access.ts'

export interface Certificate {
  readonly cert: Buffer
  readonly key: Buffer
}

/** Versions and cipher suites of TLS: those with forward secrecy and authenticated encryption, the strongest first. */
const modern = {
  minVersion: 'TLSv1.2',
  honorCipherOrder: true,
  ciphers: [
    ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
    ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384', 'ECDHE-ECDSA-CHACHA20-POLY1305'],
    ...['ECDHE-RSA-CHACHA20-POLY1305', 'ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
  ].join(':'),
} as const

/** The TLS of a server with its certificate. */
export const tlsOptions = (certificate: Certificate) => ({ ...modern, ...certificate })

/** A certificate with which no browser would talk to the public URL. */
class CertificateRefused extends Error {}

/** The certificate and its key; throws `CertificateRefused` with a sentence where browsers would refuse them. */
export function readCertificate({ url, tls }: PublicAccess): Certificate | null {
  if (!tls) return null
  const cert = readFile('HEDDLE_TLS_CERT', tls.certificate)
  const key = readFile('HEDDLE_TLS_KEY', tls.key)
  const hostname = new URL(url).hostname.replace(/^\[|\]$/g, '')
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new CertificateRefused(
      `HEDDLE_TLS_CERT and HEDDLE_TLS_KEY must be PEM files of a certificate and of its own key: ${messageOf(error)}`,
    )
  }
  const certificate = new X509Certificate(cert)
  const isNamed = isIP(hostname) === 0 ? certificate.checkHost(hostname) : certificate.checkIP(hostname)
  if (isNamed === undefined)
    throw new CertificateRefused(
      `The certificate of HEDDLE_TLS_CERT is not for ${hostname}, the host of HEDDLE_PUBLIC_URL`,
    )
  return { cert, key }
}

/**
 * Reads the certificate again at intervals: it is renewed every few weeks, and nobody should have to restart for it. A
 * broken one is reported, and the one in use stays.
 */
export function renewCertificate(
  server: Server,
  access: PublicAccess,
  { onError, everyMs = limits.web.certificateLookMs }: { onError: (error: unknown) => void; everyMs?: number },
): void {
  if (!(server instanceof TlsServer)) return
  const timer = setInterval(() => {
    try {
      const certificate = readCertificate(access)
      if (certificate) server.setSecureContext(tlsOptions(certificate))
    } catch (error) {
      onError(error)
    }
  }, everyMs)
  server.once('close', () => clearInterval(timer))
  timer.unref()
}

function readFile(variable: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new CertificateRefused(`${variable}=${path} cannot be read: ${messageOf(error)}`)
  }
}
