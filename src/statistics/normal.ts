/** Quantiles of the standard normal distribution. */
import { demand } from './answer.ts';

// Numerator and denominator for three regions, lowest power first: AS 241, PPND16, as double precision.
const CENTRE = [
  [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
    67265.7709270087, 33430.57558358813, 2509.0809287301227,
  ],
  [
    1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
    28729.085735721943, 5226.495278852854,
  ],
] as const;
const SHOULDER = [
  [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
    0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
  ],
  [
    1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
    0.0005475938084995345, 1.0507500716444169e-9,
  ],
] as const;
const TAIL = [
  [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
    0.0012426609473880784, 0.000027115555687434876, 2.0103343992922881e-7,
  ],
  [
    1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
    0.000018463183175100548, 1.421511758316446e-7, 2.0442631033899397e-15,
  ],
] as const;

/**
 * The z below which a standard normal variable falls with the given probability, to about 16 digits.
 * `normalQuantile(0.975)` is 1.95996….
 * @param probability above 0 and below 1
 * @throws RangeError for any other probability
 * Source: M. J. Wichura 1988, "The percentage points of the normal distribution", algorithm AS 241.
 */
export function normalQuantile(probability: number): number {
  demand(probability > 0 && probability < 1, 'A probability lies between 0 and 1', probability);
  const fromMiddle = probability - 0.5;
  if (Math.abs(fromMiddle) <= 0.425) {
    return fromMiddle * ratio(CENTRE, 0.180625 - fromMiddle * fromMiddle);
  }
  const depth = Math.sqrt(-Math.log(Math.min(probability, 1 - probability)));
  const size = depth <= 5 ? ratio(SHOULDER, depth - 1.6) : ratio(TAIL, depth - 5);
  return Math.sign(fromMiddle) * size;
}

/** The z of a two-sided interval: 1.96 at a confidence of 0.95. */
export function zOf(confidence: number): number {
  demand(confidence > 0 && confidence < 1, 'A confidence lies between 0 and 1', confidence);
  return normalQuantile(1 - (1 - confidence) / 2);
}

type Coefficients = readonly [readonly number[], readonly number[]];

function ratio([above, below]: Coefficients, x: number): number {
  const valueAt = (powers: readonly number[]) => powers.reduceRight((sum, factor) => sum * x + factor, 0);
  return valueAt(above) / valueAt(below);
}
