import { getBit, type Stencil } from '../../renderer/shapes/stencil.js';
import { topology, type Topology } from '../../renderer/typeset/topology.js';

export function stencilTopology(stencil: Stencil): Topology {
  const { width, height } = stencil;
  const bits = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) bits[y * width + x] = getBit(stencil, x, y) ? 1 : 0;
  return topology(bits, width, height);
}
