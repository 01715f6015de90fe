/** Two fingers that turn: each eighth of a turn past the last quarter is another quarter. */

export interface Finger {
  x: number;
  y: number;
}

export function angleBetween(one: Finger, other: Finger): number {
  return (Math.atan2(other.y - one.y, other.x - one.x) * 180) / Math.PI;
}

/** The shortest way from one angle to another, in degrees, clockwise on the screen. */
function way(from: number, to: number): number {
  return ((to - from + 540) % 360) - 180;
}

export class Twist {
  #last: number;
  #sum = 0;

  constructor(angle: number) {
    this.#last = angle;
  }

  /** The quarters to turn now; negative is counterclockwise. */
  to(angle: number): number {
    this.#sum += way(this.#last, angle);
    this.#last = angle;
    const quarters = Math.round(this.#sum / 90);
    this.#sum -= quarters * 90;
    return quarters;
  }
}

const NOTCH = 60;
const PAUSE = 400;

/** A wheel that turns: one quarter for each notch, however finely a touchpad counts. */
export class Wheel {
  #sum = 0;
  #at = 0;

  by(delta: number, at: number): number {
    if (at - this.#at > PAUSE) this.#sum = 0;
    this.#at = at;
    this.#sum += delta;
    if (Math.abs(this.#sum) < NOTCH) return 0;
    const quarters = Math.sign(this.#sum);
    this.#sum = 0;
    return quarters;
  }
}
