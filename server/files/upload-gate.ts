import { limits } from '#core/limits.ts'
import { ApiError } from '../api-error.ts'

/** Bounds the uploads that a process holds in memory at the same time, in total and of one sender. */
export interface UploadGate {
  /** Throws `TOO_MANY_REQUESTS`. */
  pass<Value>(sender: string, upload: () => Promise<Value>): Promise<Value>
}

interface UploadBounds {
  readonly atOnce: number
  readonly perSenderAtOnce: number
}

export function createUploadGate(most: UploadBounds = limits.uploads): UploadGate {
  const bySender = new Map<string, number>()
  let all = 0
  return {
    async pass(sender, upload) {
      const own = bySender.get(sender) ?? 0
      if (all >= most.atOnce || own >= most.perSenderAtOnce)
        throw new ApiError('TOO_MANY_REQUESTS', 'Too many uploads are under way. Try again in a minute.', 'file')
      all += 1
      bySender.set(sender, own + 1)
      try {
        return await upload()
      } finally {
        all -= 1
        const left = (bySender.get(sender) ?? 1) - 1
        if (left === 0) bySender.delete(sender)
        else bySender.set(sender, left)
      }
    },
  }
}
