import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#server/processes/prepare.mjs'

interface Locked {
  /** The package that an override puts in the place of another. */
  readonly name?: string
  readonly version?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly devOptional?: boolean
}

it('the bill of materials names every package of an installation in its version', () => {
  const { stdout, status } = spawnSync('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  expect(status).toBe(0)
  const { bomFormat, components } = JSON.parse(stdout) as { bomFormat: string; components: { purl: string }[] }
  expect(bomFormat).toBe('CycloneDX')
  const named = new Set(components.map(({ purl }) => decodeURIComponent(purl)))
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  // Optional packages are those of other platforms.
  const needed = Object.entries(packages).filter(
    ([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional,
  )
  const missing = needed
    .map(
      ([path, { name, version }]) => `pkg:npm/${name ?? path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`,
    )
    .filter((purl) => !named.has(purl))
  expect(needed.length).toBeGreaterThan(100)
  expect(missing).toEqual([])
})
