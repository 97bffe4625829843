import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A certificate for one host, signed by its own key, as PEM: tests need no file of a key and no program. */
export function selfSigned(host: string): { readonly cert: Buffer; readonly key: Buffer } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = der(0x30, oid('2a8648ce3d040302'))
  const name = der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from(host)))))
  const [from, to] = [-1, 1].map((days) => der(0x17, Buffer.from(utcTime(Date.now() + days * 86_400_000))))
  const names = der(0x30, der(0x82, Buffer.from(host)))
  const extension = der(0x30, oid('551d11'), der(0x04, names))
  const about = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    der(0x30, from as Buffer, to as Buffer),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, extension)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', about, privateKey))
  const body = der(0x30, about, ecdsaWithSha256, signature).toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: Buffer.from(`-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`),
    key: Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

/** One element of DER: tag, length and content. */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))

const utcTime = (ms: number) => `${new Date(ms).toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`
