import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Installs Debian packages unless all of their programs are there. Throws with the names of the packages where it
 * cannot: elsewhere than on Debian, or not as root.
 */
export function ensureDebianPackages(packages: readonly string[], programs: readonly string[]): void {
  if (programs.every((program) => existsSync(program))) return
  const hint = `Install the Debian packages ${packages.join(', ')} and repeat it.`
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error(`This runs as root on Debian. ${hint}`)
  // Some packages would start a server of the machine.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { stdio: 'ignore', env })
  } catch (error) {
    throw new Error(`The packages could not be installed. ${hint}`, { cause: error })
  }
}
