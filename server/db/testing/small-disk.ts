import { execFile } from 'node:child_process'
import { chmod, mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A disk of a few megabytes, to be filled and freed. */
export interface SmallDisk {
  readonly folder: string
  /** Leaves so many bytes free, by a file that takes the rest. */
  fill(leaveBytes?: number): Promise<void>
  free(): Promise<void>
  remove(): Promise<void>
}

/** Mounts a disk in memory; throws where this process may not mount. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-small-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  } catch (error) {
    await rm(folder, { recursive: true })
    throw new Error('A small disk could not be mounted. Run the proofs as root on Linux.', { cause: error })
  }
  await chmod(folder, 0o755)
  const ballast = join(folder, 'ballast')
  return {
    folder,
    async fill(leaveBytes = 0) {
      const file = await open(ballast, 'a')
      try {
        const chunk = Buffer.alloc(64 * 1024)
        for (;;) {
          const { bavail, bsize } = await statfs(folder)
          const room = bavail * bsize - leaveBytes
          if (room <= 0) return
          await file.write(chunk, 0, Math.min(room, chunk.length))
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        await file.close()
      }
    },
    free: () => rm(ballast, { force: true }),
    async remove() {
      await run('umount', ['-l', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
