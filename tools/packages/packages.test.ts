import { describe, expect, it } from 'vitest'
import { compile } from './compile.ts'
import { manifestOf, packageSources, rootManifest } from './manifests.ts'

const sourceOf = (name: string) => {
  const found = packageSources.find((each) => each.name === name)
  if (found === undefined) throw new Error(`There is no package ${name}.`)
  return found
}
const compiled = (name: string) => {
  const { exports, internal = [] } = sourceOf(name)
  return compile([...Object.values(exports), ...internal])
}

describe('the packages that programs install', () => {
  it('contain scripts without types, which import scripts of the package and packages that it needs', () => {
    const { files, imported } = compiled('heddle')
    expect(files.size).toBeGreaterThan(100)
    expect(
      [...files.keys()].filter((path) => /^(server|components|proof)\//.test(path) || path.includes('.test.')),
    ).toEqual([])
    const specifiers = [...files.values()].flatMap((text) => [
      ...text.matchAll(/^(?:import|export) [^\n]*from '([^']+)'/gm),
    ])
    const left = specifiers.map(([, specifier = '']) => specifier).filter((each) => /\.ts$|^#/.test(each))
    expect(left).toEqual([])
    const { dependencies, peerDependencies } = manifestOf(sourceOf('heddle'), imported) as {
      readonly dependencies: object
      readonly peerDependencies: object
    }
    expect(Object.keys(peerDependencies)).toEqual(['react'])
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(['@modelcontextprotocol/sdk', 'commander', 'zod']))
  })

  it('the client alone needs one package', () => {
    const { files, imported } = compiled('@heddle/client')
    expect([...files.keys()].filter((path) => !path.startsWith('sdk/client/'))).toEqual([])
    expect(manifestOf(sourceOf('@heddle/client'), imported)).toMatchObject({
      version: rootManifest.version,
      dependencies: { 'openapi-fetch': `^${rootManifest.dependencies['openapi-fetch']}` },
    })
  })

  it('a source that imports a package which the repository does not name is refused', () => {
    expect(() => manifestOf(sourceOf('heddle'), new Set(['left-pad']))).toThrow('left-pad')
  })
})
