import type { Dependencies } from '../http/dependencies.js';
import { aims } from './aims/index.js';
import { mappingFiles, readMapping } from './core/mapping.js';
import { openVendor } from './core/routes.js';
import type { Vendor } from './core/vendor.js';
import { hanshow } from './hanshow/index.js';
import { minew } from './minew/index.js';
import { pricer } from './pricer/index.js';

export const vendors: Readonly<Record<string, Vendor>> = { aims, pricer, minew, hanshow };

/**
 * The interfaces of the named vendors.
 * @param folder of users' mappings; null: none
 * @throws {ConfigError} for a mapping that is none
 */
export function openVendors(names: readonly string[], folder: string | null, dependencies: Dependencies) {
  // A wrong folder stops the start also without vendors.
  mappingFiles(folder);
  const opened = names.map((name) => {
    const vendor = vendors[name]!;
    return openVendor(vendor, readMapping(name, vendor.mapping, folder), dependencies);
  });
  return {
    routes: opened.flatMap(({ routes }) => routes),
    async close() {
      await Promise.all(opened.map((vendor) => vendor.close()));
    },
    async resume() {
      await Promise.all(opened.map((vendor) => vendor.resume()));
    },
  };
}
