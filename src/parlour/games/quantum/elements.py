"""The elements 1 to 86: symbol, name, group of the periodic table, and how their electrons are arranged."""

import re
from dataclasses import dataclass
from functools import cached_property

# In the order of their numbers: symbol, name, group (Ln for the lanthanides) and the ground state of the free atom
TABLE = """
H  Hydrogen      1  1s1
He Helium        18 1s2
Li Lithium       1  [He] 2s1
Be Beryllium     2  [He] 2s2
B  Boron         13 [He] 2s2 2p1
C  Carbon        14 [He] 2s2 2p2
N  Nitrogen      15 [He] 2s2 2p3
O  Oxygen        16 [He] 2s2 2p4
F  Fluorine      17 [He] 2s2 2p5
Ne Neon          18 [He] 2s2 2p6
Na Sodium        1  [Ne] 3s1
Mg Magnesium     2  [Ne] 3s2
Al Aluminium     13 [Ne] 3s2 3p1
Si Silicon       14 [Ne] 3s2 3p2
P  Phosphorus    15 [Ne] 3s2 3p3
S  Sulfur        16 [Ne] 3s2 3p4
Cl Chlorine      17 [Ne] 3s2 3p5
Ar Argon         18 [Ne] 3s2 3p6
K  Potassium     1  [Ar] 4s1
Ca Calcium       2  [Ar] 4s2
Sc Scandium      3  [Ar] 3d1 4s2
Ti Titanium      4  [Ar] 3d2 4s2
V  Vanadium      5  [Ar] 3d3 4s2
Cr Chromium      6  [Ar] 3d5 4s1
Mn Manganese     7  [Ar] 3d5 4s2
Fe Iron          8  [Ar] 3d6 4s2
Co Cobalt        9  [Ar] 3d7 4s2
Ni Nickel        10 [Ar] 3d8 4s2
Cu Copper        11 [Ar] 3d10 4s1
Zn Zinc          12 [Ar] 3d10 4s2
Ga Gallium       13 [Ar] 3d10 4s2 4p1
Ge Germanium     14 [Ar] 3d10 4s2 4p2
As Arsenic       15 [Ar] 3d10 4s2 4p3
Se Selenium      16 [Ar] 3d10 4s2 4p4
Br Bromine       17 [Ar] 3d10 4s2 4p5
Kr Krypton       18 [Ar] 3d10 4s2 4p6
Rb Rubidium      1  [Kr] 5s1
Sr Strontium     2  [Kr] 5s2
Y  Yttrium       3  [Kr] 4d1 5s2
Zr Zirconium     4  [Kr] 4d2 5s2
Nb Niobium       5  [Kr] 4d4 5s1
Mo Molybdenum    6  [Kr] 4d5 5s1
Tc Technetium    7  [Kr] 4d5 5s2
Ru Ruthenium     8  [Kr] 4d7 5s1
Rh Rhodium       9  [Kr] 4d8 5s1
Pd Palladium     10 [Kr] 4d10
Ag Silver        11 [Kr] 4d10 5s1
Cd Cadmium       12 [Kr] 4d10 5s2
In Indium        13 [Kr] 4d10 5s2 5p1
Sn Tin           14 [Kr] 4d10 5s2 5p2
Sb Antimony      15 [Kr] 4d10 5s2 5p3
Te Tellurium     16 [Kr] 4d10 5s2 5p4
I  Iodine        17 [Kr] 4d10 5s2 5p5
Xe Xenon         18 [Kr] 4d10 5s2 5p6
Cs Caesium       1  [Xe] 6s1
Ba Barium        2  [Xe] 6s2
La Lanthanum     3  [Xe] 5d1 6s2
Ce Cerium        Ln [Xe] 4f1 5d1 6s2
Pr Praseodymium  Ln [Xe] 4f3 6s2
Nd Neodymium     Ln [Xe] 4f4 6s2
Pm Promethium    Ln [Xe] 4f5 6s2
Sm Samarium      Ln [Xe] 4f6 6s2
Eu Europium      Ln [Xe] 4f7 6s2
Gd Gadolinium    Ln [Xe] 4f7 5d1 6s2
Tb Terbium       Ln [Xe] 4f9 6s2
Dy Dysprosium    Ln [Xe] 4f10 6s2
Ho Holmium       Ln [Xe] 4f11 6s2
Er Erbium        Ln [Xe] 4f12 6s2
Tm Thulium       Ln [Xe] 4f13 6s2
Yb Ytterbium     Ln [Xe] 4f14 6s2
Lu Lutetium      Ln [Xe] 4f14 5d1 6s2
Hf Hafnium       4  [Xe] 4f14 5d2 6s2
Ta Tantalum      5  [Xe] 4f14 5d3 6s2
W  Tungsten      6  [Xe] 4f14 5d4 6s2
Re Rhenium       7  [Xe] 4f14 5d5 6s2
Os Osmium        8  [Xe] 4f14 5d6 6s2
Ir Iridium       9  [Xe] 4f14 5d7 6s2
Pt Platinum      10 [Xe] 4f14 5d9 6s1
Au Gold          11 [Xe] 4f14 5d10 6s1
Hg Mercury       12 [Xe] 4f14 5d10 6s2
Tl Thallium      13 [Xe] 4f14 5d10 6s2 6p1
Pb Lead          14 [Xe] 4f14 5d10 6s2 6p2
Bi Bismuth       15 [Xe] 4f14 5d10 6s2 6p3
Po Polonium      16 [Xe] 4f14 5d10 6s2 6p4
At Astatine      17 [Xe] 4f14 5d10 6s2 6p5
Rn Radon         18 [Xe] 4f14 5d10 6s2 6p6
"""


@dataclass(frozen=True)
class Element:
    number: int
    symbol: str
    name: str
    group: str  # 1 to 18, or Ln
    configuration: str  # [Ne] 3s2 3p5: the shells of a noble gas, then subshells with their electrons

    @cached_property
    def shells(self) -> tuple[int, ...]:
        """The electrons of each shell, from the innermost."""
        core = re.match(r"\[(\w+)\]", self.configuration)
        electrons = [0] * 6
        for i, n in enumerate(next(e.shells for e in ELEMENTS.values() if e.symbol == core[1]) if core else ()):
            electrons[i] = n
        for shell, n in re.findall(r"(\d)[spdf](\d+)", self.configuration):
            electrons[int(shell) - 1] += int(n)
        return tuple(n for n in electrons if n)

    @property
    def electrons(self) -> str:
        """As 2.8.7."""
        return ".".join(map(str, self.shells))


ELEMENTS = {
    number: Element(number, *line.split(maxsplit=3)) for number, line in enumerate(TABLE.strip().splitlines(), start=1)
}
