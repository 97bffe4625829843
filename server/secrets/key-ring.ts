import { KEY_BYTES, NotAuthentic, open, type Sealed, seal } from './envelope.ts'
import { loadKey, type MasterKey, MasterKeyError, type MasterKeySettings, makeKeyFile } from './master-key.ts'

/** A data key as it is stored. `masterKey` names what wrapped it. */
export interface WrappedKey extends Sealed {
  readonly masterKey: string
}

/** What a data key belongs to. */
export interface KeyPlace {
  readonly ownerId: string
  readonly use: SecretUse
  readonly version: number
}

/** Who uses a secret: the engine, for steps of runs, or the web process, for logins and hooks. */
export type SecretUse = 'engine' | 'web'

/**
 * The port to what wraps data keys: a key of this machine, or later a key management service. Nothing else sees the
 * master key.
 */
export interface KeyRing {
  wrap(dataKey: Buffer, place: KeyPlace): Promise<WrappedKey>
  /** Throws `MasterKeyError` when no key in force has wrapped it. */
  unwrap(wrapped: WrappedKey, place: KeyPlace): Promise<Buffer>
  /** The name of the key that wraps from now on; null before local mode has made one. */
  currentFingerprint(): Promise<string | null>
}

const contextOf = ({ ownerId, use, version }: KeyPlace) => ['data key', ownerId, use, String(version)]

/** A key ring over the keys of the settings. A key file is read again when a key is unknown: it may have been rotated. */
export function openKeyRing(settings: MasterKeySettings): KeyRing {
  let keys: readonly MasterKey[] = []

  const load = async (): Promise<{ readonly current: MasterKey | null; readonly all: readonly MasterKey[] }> => {
    const { current, previous } = settings
    const [first, second] = await Promise.all([loadKey(current), previous ? loadKey(previous) : null])
    keys = [first, second].filter((key) => key !== null)
    return { current: first, all: keys }
  }
  const current = async (): Promise<MasterKey> => {
    const { current: loaded } = await load()
    if (loaded) return loaded
    return makeKeyFile((settings.current as { readonly file: string }).file)
  }
  const find = async (fingerprint: string): Promise<MasterKey> => {
    const isIt = (key: MasterKey) => key.fingerprint === fingerprint
    const found = keys.find(isIt) ?? (await load()).all.find(isIt)
    if (!found) throw new MasterKeyError(unknownKey(fingerprint, settings))
    return found
  }

  return {
    async wrap(dataKey, place) {
      const { key, fingerprint } = await current()
      return { ...seal(key, dataKey, contextOf(place)), masterKey: fingerprint }
    },
    async unwrap(wrapped, place) {
      const { key } = await find(wrapped.masterKey)
      try {
        const dataKey = open(key, wrapped, contextOf(place))
        if (dataKey.length === KEY_BYTES) return dataKey
      } catch (error) {
        if (!(error instanceof NotAuthentic)) throw error
      }
      throw new MasterKeyError(
        `The data key ${place.version} of the owner ${place.ownerId} does not unwrap: its row belongs to another owner, or was changed.`,
      )
    },
    currentFingerprint: async () => (await load()).current?.fingerprint ?? null,
  }
}

/** The sentence about data keys that no key in force has wrapped. */
export function unknownKey(fingerprint: string, { current }: MasterKeySettings): string {
  const where =
    current.from === 'text'
      ? `Set ${current.setting} to that key, or HEDDLE_MASTER_KEY_PREVIOUS while keys are rotated`
      : `Put that key back into ${current.file}`
  return `Stored secrets were encrypted under the master key ${fingerprint}, which is not the one in force. ${where}. Without it the secrets are lost: npm run master-key -- forget removes them.`
}
