"""A glTF file on Blender's stage: imported, one clip chosen, shown at a time. Shared by render.py and pose.py."""

import json
import os
import struct
import tempfile

import numpy

numpy.bool = bool  # the importer of Blender 3.4 still uses the alias that NumPy 1.24 removed

import bpy

# Frames are times at this rate; high, so that a float frame keeps its precision between keys.
RATE = 1000


def document(path):
    """The JSON of a .glb or .gltf file."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] != b"glTF":
        return json.loads(data)
    (length,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20 : 20 + length])


def without_animations(path):
    """Writes a copy of the file that has no animations; returns its path, beside nothing but itself."""
    with open(path, "rb") as file:
        data = file.read()
    gltf = document(path)
    gltf.pop("animations", None)
    text = json.dumps(gltf).encode()
    text += b" " * (-len(text) % 4)
    if data[:4] == b"glTF":
        (length,) = struct.unpack_from("<I", data, 12)
        rest = data[20 + length :]
        data = struct.pack("<4sII", b"glTF", 2, 20 + len(text) + len(rest)) + struct.pack("<I4s", len(text), b"JSON") + text + rest
    else:
        data = text
    # A .gltf names its buffers relative to itself, so the copy has to lie in the same folder.
    folder = tempfile.gettempdir() if path.endswith(".glb") else os.path.dirname(os.path.abspath(path))
    handle, copy = tempfile.mkstemp(suffix=os.path.splitext(path)[1], dir=folder)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    return copy


def empty():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = RATE
    bpy.context.scene.render.fps_base = 1


def armatures():
    return [o for o in bpy.context.scene.objects if o.type == "ARMATURE"]


def meshes():
    return [o for o in bpy.context.scene.objects if o.type == "MESH"]


class Stage:
    """The imported file. `clips` are the names of its animations, in the order of the file."""

    def __init__(self, path):
        self.gltf = document(path)
        self.clips = [a.get("name", f"Animation_{i}") for i, a in enumerate(self.gltf.get("animations", []))]

        # What a clip does not animate stays as the nodes say. The importer leaves the first clip applied, so the values
        # of the nodes come from a copy of the file that has no clips.
        empty()
        copy = without_animations(path)
        try:
            bpy.ops.import_scene.gltf(filepath=copy)
        finally:
            os.unlink(copy)
        self.rest = {}
        for thing in bpy.context.scene.objects:
            self.rest[thing.name] = thing.matrix_basis.copy()
            if thing.type == "ARMATURE":
                for bone in thing.pose.bones:
                    self.rest[thing.name, bone.name] = bone.matrix_basis.copy()
            if thing.type == "MESH" and thing.data.shape_keys:
                self.rest[thing.name, "weights"] = [k.value for k in thing.data.shape_keys.key_blocks]

        empty()
        bpy.ops.import_scene.gltf(filepath=path)
        # Blender holds weights of morph targets between 0 and 1 unless told otherwise; glTF does not.
        for mesh in meshes():
            for key in mesh.data.shape_keys.key_blocks if mesh.data.shape_keys else ():
                key.slider_min, key.slider_max = -10, 10
        # The importer hangs a small sphere on every bone as its shape; it is no part of the file.
        for shape in [o for o in bpy.data.objects if o.name.startswith("Icosphere") and not o.vertex_groups]:
            if any(b.custom_shape == shape for a in armatures() for b in a.pose.bones):
                bpy.data.objects.remove(shape)

    def owners(self):
        for thing in bpy.context.scene.objects:
            yield thing
            if thing.type == "MESH" and thing.data.shape_keys:
                yield thing.data.shape_keys

    def choose(self, clip):
        """Makes one clip the only one that plays, or none if it is None."""
        if clip is not None and clip not in self.clips:
            raise SystemExit(f"there is no clip '{clip}'; there are: {', '.join(self.clips) or 'none'}")
        for owner in self.owners():
            data = owner.animation_data
            if not data:
                continue
            data.action = None
            data.use_nla = False
            for track in data.nla_tracks:
                if track.name == clip and track.strips:
                    data.action = track.strips[0].action
        for thing in bpy.context.scene.objects:
            if thing.name in self.rest:
                thing.matrix_basis = self.rest[thing.name]
            if thing.type == "ARMATURE":
                for bone in thing.pose.bones:
                    if (thing.name, bone.name) in self.rest:
                        bone.matrix_basis = self.rest[thing.name, bone.name]
            if thing.type == "MESH" and thing.data.shape_keys:
                for key, value in zip(thing.data.shape_keys.key_blocks, self.rest.get((thing.name, "weights"), [])):
                    key.value = value

    def show(self, seconds):
        frame = seconds * RATE
        whole = int(frame // 1)
        bpy.context.scene.frame_set(whole, subframe=frame - whole)
        return bpy.context.evaluated_depsgraph_get()
